// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_passed.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "effects/library_functions.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/operations/pending_messages.h"
#include "pass/verify_split/verify_stages.h"
#include "regions/reachability.h"
#include "regions/speculation.h"

namespace bamboo::overlap {

namespace {

bool reports_message(const llvm::CallInst& report) {
  return calls(&report, SplitCall::message) || calls(&report, SplitCall::message_fortran);
}

/// The nests whose cores have run before the core of this one, and whose rests are therefore known.
std::vector<const SplitNest*> nests_begun(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
                                          const llvm::DominatorTree& dominators) {
  std::vector<const SplitNest*> found;
  for (const SplitNest& one : earlier)
    if (one.has_known_rest() && dominators.dominates(one.tail(), split.plan->getParent()))
      found.push_back(&one);
  return found;
}

FailureWays ways_left_out(FailureWays failures, const std::vector<const SplitNest*>& begun) {
  for (const SplitNest* one : begun) failures[one->rest->getParent()->getTerminator()] = 0;
  return failures;
}

}  // namespace

PassedChecker::PassedChecker(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
                             const NestDescription& description, llvm::ArrayRef<CallPair*> pairs,
                             const Dependence& dependence, const Summaries& summaries,
                             const llvm::DominatorTree& dominators, ValueEquivalence& same,
                             std::optional<Defect>& defect)
    : split_(split),
      description_(description),
      pairs_(pairs),
      dependence_(dependence),
      summaries_(summaries),
      same_(same),
      defect_(defect),
      behind_(nests_begun(split, earlier, dominators)),
      failures_(ways_left_out(failure_ways_behind(*split.plan, pairs, dominators), behind_)),
      ways_(*split.tail(), *split.describes->getParent()->getTerminator()->getSuccessor(0),
            *split.rest->getParent(), *split.core->getParent(), failures_) {}

/// The program executes all accesses that it inspects, as often and in the same order.
void PassedChecker::check_same_ways() {
  if (const llvm::BasicBlock* other = ways_.first_difference())
    return complain(*other->getTerminator(), Fault::looks_on_other_paths);
  same_.follow(ways_);
  for (const auto& [block, copy] : ways_.all()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const bool decides =
        (branch == nullptr || branch->isConditional()) && !failures_.contains(branch);
    if (block != split_.rest->getParent() && decides &&
        !same_.is_copy(*copy->getTerminator()->getOperand(0),
                       *block->getTerminator()->getOperand(0)))
      complain(*block->getTerminator(), Fault::looks_on_other_paths);
  }
  for (const InspectedAccess& inspected : split_.looked_at)
    if (ways_.copy_of(*inspected.access->getParent()) != inspected.call->getParent())
      complain(*inspected.access, Fault::looks_at_it_elsewhere);
  if (!defect_) defect_ = verify_stages(split_, ways_);
}

/// Checks all statements on the paths from the core to the rest.
void PassedChecker::run() {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split_.rest->getParent()};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {split_.core->getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (block == split_.plan->getParent()) complain(*split_.plan, Fault::core_begun_twice);
    if (llvm::succ_empty(block)) complain(*block->getTerminator(), Fault::ends_before_rest);
    for (const SplitNest* earlier : behind_) {
      if (block == earlier->plan->getParent()) complain(*earlier->plan, Fault::core_begun_twice);
      if (block == earlier->rest->getParent()) add_rest(*earlier);
    }
    if (!llvm::is_contained(split_.core_blocks, block) &&
        !llvm::is_contained(split_.rows.blocks, block))
      for (const llvm::Instruction& instruction : *block) passed_.push_back(&instruction);
    for (const llvm::BasicBlock* next : successors_without(failures_, *block)) open.push_back(next);
  }
  if (!split_.looked_at.empty()) check_same_ways();
  for (const llvm::Instruction* instruction : passed_) check_passed(*instruction);
  check_kept();
  // The relevant loads are known after all comparisons.
  for (size_t i = 0; i < same_.loads().size(); ++i)  // the loop finds more of them
    for (const llvm::Instruction* instruction : passed_)
      check_load(*same_.loads()[i], *instruction);
}

/// The rest executes some iterations of the nest.
void PassedChecker::add_rest(const SplitNest& earlier) {
  for (const llvm::BasicBlock* block : earlier.rest_blocks) {
    rests_[block] = &earlier;
    for (const llvm::Instruction& instruction : *block) passed_.push_back(&instruction);
  }
}

const CallPair* PassedChecker::pair_of(const llvm::Instruction& half) const {
  const auto* found = llvm::find_if(pairs_, [&](const CallPair* pair) {
    return pair->initiation == &half || pair->completion == &half;
  });
  return found == pairs_.end() ? nullptr : *found;
}

/// Loaded values must be the same for the core as for the rest, both for inspected and for touched
/// memory.
void PassedChecker::check_load(const llvm::LoadInst& load, const llvm::Instruction& passed) {
  const Access loaded = anywhere(load);
  if (const CallPair* pair = pair_of(passed)) {
    if (pair->is_asked && !is_kept(load)) complain(passed, Fault::passed_bounds_message);
    for (const Access& access : pair->flight)
      if (access.written && !dependence_.apart(access, loaded))
        complain(passed, Fault::passed_bounds_message);
  } else if (dependence_.conflicts(passed, loaded)) {
    complain(passed, Fault::passed_bounds);
  }
}

/// Whether the program checks that received data do not change the loaded memory.
bool PassedChecker::is_kept(const llvm::LoadInst& load) {
  const llvm::Value& address = *load.getPointerOperand();
  const uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType());
  return llvm::any_of(split_.kept, [&](const InspectedAccess& one) {
    const llvm::BasicBlock* place = one.call->getParent();
    const bool is_executed =
        place == split_.describes->getParent() || place == ways_.copy_of(*one.access->getParent());
    return is_executed && calls(one.call, SplitCall::kept) &&
           one.call->getArgOperand(0) == split_.plan && number(*one.call, 2) >= bytes &&
           same_.is_copy(address_behind(*one.call->getArgOperand(1)), address);
  });
}

/// Values that are loaded early may be wrong until the library has decided.
void PassedChecker::check_kept() {
  if (split_.kept.empty()) return;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> places = {split_.describes->getParent()};
  for (const auto& [block, copy] : ways_.all())
    if (block != split_.rest->getParent()) places.insert(copy);
  llvm::SmallVector<const llvm::Instruction*, 8> loads;
  for (const InspectedAccess& one : split_.kept)
    for (const llvm::Instruction& instruction : *one.call->getParent())
      if (llvm::isa<llvm::LoadInst>(instruction) &&
          llvm::getLoadStorePointerOperand(&instruction) ==
              &address_behind(*one.call->getArgOperand(1)))
        loads.push_back(&instruction);
  const llvm::Instruction* misled = misled_by(loads, [&](const llvm::Instruction& user) {
    return places.contains(user.getParent()) && !split_call(&user);
  });
  if (misled != nullptr) complain(*misled, Fault::misled);
}

void PassedChecker::check_passed(const llvm::Instruction& instruction) {
  if (const CallPair* pair = pair_of(instruction)) return check_passed_half(instruction, *pair);
  if (!may_be_passed(summaries_.obstacle(instruction)))
    complain(instruction, Fault::passed_obstacle);
  const auto conflicts = [&](const DescribedAccess& own) {
    return dependence_.conflicts(instruction, description_.anywhere(own));
  };
  const bool meets =
      llvm::any_of(split_.described, conflicts) ||
      llvm::any_of(split_.rows.accesses, [&](const RowAccess& row) { return conflicts(row.core); });
  if (!meets) return;
  if (const SplitNest* earlier = rests_.lookup(instruction.getParent()))
    check_rest(instruction, *earlier);
  else
    check_look(instruction);
}

/// The library compares what the rest of the earlier nest accesses, which it knows.
void PassedChecker::check_rest(const llvm::Instruction& instruction, const SplitNest& earlier) {
  const bool is_compared = llvm::any_of(split_.looked_at, [&](const InspectedAccess& one) {
    return one.access == earlier.rest && calls(one.call, SplitCall::passes) &&
           one.call->getArgOperand(0) == split_.plan && one.call->getArgOperand(2) == earlier.plan;
  });
  if (!is_compared) complain(instruction, Fault::passed_rest);
}

/// The program inspects the memory that the instruction touches.
void PassedChecker::check_look(const llvm::Instruction& instruction) {
  const auto all = touched_by(instruction);
  if (all.empty()) complain(instruction, Fault::passed_arrays);
  for (const Touched& touched : all)
    look(instruction, *touched.address, touched.written, Fault::passed_arrays,
         [&](const llvm::CallInst& report) -> std::optional<Fault> {
           const llvm::Value& bytes = *report.getArgOperand(3);
           const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&bytes);
           const bool is_size = touched.bytes == nullptr
                                    ? known != nullptr && known->getZExtValue() == touched.size
                                    : is_product(bytes, *touched.bytes, 1);
           if (calls(&report, SplitCall::touch) && is_size) return std::nullopt;
           return Fault::passed_size;
         });
}

/// Reports a defect unless the program inspects an access that the core passed, and `check` accepts
/// the report made there. `nowhere` is the defect if there is no such inspection.
void PassedChecker::look(
    const llvm::Instruction& instruction, const llvm::Value& address, bool written, Fault nowhere,
    llvm::function_ref<std::optional<Fault>(const llvm::CallInst& report)> check) {
  std::optional<Fault> fault = nowhere;
  for (const InspectedAccess& one : split_.looked_at) {
    const llvm::CallInst& report = *one.call;
    if (one.access != &instruction || one.address != &address ||
        (written && number(report, 4) == 0))
      continue;
    if ((!calls(&report, SplitCall::touch) && !reports_message(report)) ||
        report.getArgOperand(0) != split_.plan)
      fault = Fault::passed_for_other_plan;
    else if (!same_.is_copy(address_behind(*report.getArgOperand(2)), address))
      fault = Fault::passed_address;
    else
      fault = check(report);
    if (!fault) return;
  }
  complain(instruction, *fault);
}

/// Whether `value` is `factor` times a copy of `count`.
bool PassedChecker::is_product(const llvm::Value& value, const llvm::Value& count,
                               uint64_t factor) {
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&count)) {
    const auto* product = llvm::dyn_cast<llvm::ConstantInt>(&value);
    return product != nullptr && product->getZExtValue() == known->getZExtValue() * factor;
  }
  const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const llvm::Value* narrow = &value;
  if (product != nullptr && product->getOpcode() == llvm::Instruction::Mul) {
    const auto* other = llvm::dyn_cast<llvm::ConstantInt>(product->getOperand(1));
    if (other != nullptr && other->getZExtValue() == factor) narrow = product->getOperand(0);
  }
  if (narrow == &value && factor != 1) return false;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(narrow);
      cast != nullptr && cast->getSrcTy() == count.getType() && cast->getType() != cast->getSrcTy())
    narrow = cast->getOperand(0);
  return same_.is_copy(*narrow, count);
}

void PassedChecker::check_passed_half(const llvm::Instruction& call, const CallPair& pair) {
  const bool is_send = pair.operation == nullptr || pair.operation->is_send();
  if (pair.initiation == &call && is_send && !(split_.is_staged && pair.operation != nullptr))
    complain(call, Fault::passed_send);
  if (pair.is_asked) return check_asked(llvm::cast<llvm::CallInst>(call));
  for (const Access& access : pair.flight) {
    const bool meets = llvm::any_of(split_.described,
                                    [&](const DescribedAccess& own) {
                                      return (access.written || description_.is_written(own)) &&
                                             !dependence_.apart(access, description_.anywhere(own));
                                    }) ||
                       llvm::any_of(split_.rows.accesses, [&](const RowAccess& row) {
                         return (access.written || description_.is_written(row.core)) &&
                                !dependence_.apart(access, description_.anywhere(row.core));
                       });
    if (meets) check_message(call, access, pair.completion == &call);
  }
}

/// The program asks which requests the call completes, and these do not change before the call.
void PassedChecker::check_asked(const llvm::CallInst& call) {
  const Completion completes = *completion_of(call);
  const bool asks = llvm::any_of(split_.looked_at, [&](const InspectedAccess& one) {
    const llvm::CallInst& report = *one.call;
    if (one.access != &call || !calls(&report, SplitCall::completes) ||
        report.getArgOperand(0) != split_.plan || report.getArgOperand(2) != split_.posted)
      return false;
    const auto* single = llvm::dyn_cast<llvm::ConstantInt>(report.getArgOperand(4));
    const bool is_count = completes.count == nullptr
                              ? single != nullptr && single->isOne()
                              : same_.is_copy(*report.getArgOperand(4), *completes.count);
    return is_count && same_.is_copy(*report.getArgOperand(3), *completes.requests) &&
           same_.is_copy(*report.getArgOperand(5), *completes.status);
  });
  if (!asks) return complain(call, Fault::passed_unknown_requests);
  const Access requests{llvm::MemoryLocation::getBeforeOrAfter(completes.requests), false,
                        AccessRole::Request, true};
  for (const llvm::Instruction* other : passed_) {
    const CallPair* pair = pair_of(*other);
    const bool changes = pair == nullptr ? dependence_.conflicts(*other, requests)
                                         : pair->is_programs_own && pair->initiation == other;
    if (changes && may_precede(*other, call, *split_.plan->getParent()))
      complain(*other, Fault::passed_change_of_requests);
  }
}

void PassedChecker::check_message(const llvm::Instruction& call, const Access& access,
                                  bool completes) {
  const llvm::Value* count = access.count_at(completes);
  const llvm::Value* type = access.type_at(completes);
  if (count == nullptr) return complain(call, Fault::passed_arrays_message);
  look(call, *access.pointer_at(completes), access.written, Fault::passed_arrays_message,
       [&](const llvm::CallInst& report) -> std::optional<Fault> {
         const bool is_message = reports_message(report);
         if (is_message != (type != nullptr) ||
             (is_message && !same_.is_copy(*report.getArgOperand(5), *type)))
           return Fault::passed_message_type;
         if (is_product(*report.getArgOperand(3), *count, is_message ? 1 : access.element))
           return std::nullopt;
         return Fault::passed_message_size;
       });
}

}  // namespace bamboo::overlap
