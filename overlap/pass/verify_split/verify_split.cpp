// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_split.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>

#include "pass/verify_split/value_equivalence.h"
#include "pass/verify_split/verify_rest.h"

namespace bamboo::overlap {
namespace {

bool calls(const llvm::Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == name;
}

uint64_t number(const llvm::CallInst& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

/// What an instruction touches.
struct Touched {
  llvm::Value* address;
  bool written;
  llvm::Value* bytes;  ///< null: so many:
  uint64_t size;
};

/// Empty for those that touch memory in another way, or none.
llvm::SmallVector<Touched, 2> touched_by(const llvm::Instruction& instruction) {
  if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
    llvm::SmallVector<Touched, 2> both = {{copy->getRawDest(), true, copy->getLength(), 0}};
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(copy))
      both.push_back({transfer->getRawSource(), false, copy->getLength(), 0});
    return both;
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return {};
  const llvm::TypeSize size = instruction.getDataLayout().getTypeStoreSize(
      llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction)));
  return {{const_cast<llvm::Value*>(pointer), llvm::isa<llvm::StoreInst>(instruction), nullptr,
           size.getKnownMinValue()}};
}

/// The pointer that the library is told as a number.
const llvm::Value& told_address(const llvm::CallInst& call, unsigned argument) {
  const llvm::Value* number = call.getArgOperand(argument);
  const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(number);
  return cast == nullptr ? *number : *cast->getPointerOperand();
}

/// The core, or the rest.
struct Part {
  std::string name;
  const llvm::CallInst& plan;  ///< that its bounds come from
  llvm::ArrayRef<llvm::BasicBlock*> blocks;
  llvm::ArrayRef<llvm::BasicBlock*> headers;  ///< of its loops, as they are told
  llvm::ArrayRef<Told> accesses;
};

class SplitChecker {
 public:
  SplitChecker(const Split& split, llvm::ArrayRef<Pair*> pairs, const Dependence& dependence,
               const Summaries& summaries, llvm::ScalarEvolution& evolution)
      : split_(split),
        pairs_(pairs),
        dependence_(dependence),
        summaries_(summaries),
        evolution_(evolution),
        dominators_(*split.plan->getFunction()),
        same_(evolution, dominators_, *split.plan),
        ways_(*split.plan->getParent()->getTerminator()->getSuccessor(1),
              *split.described.front().call->getParent()->getTerminator()->getSuccessor(0),
              *split.rest->getParent(), *split.core->getParent()),
        core_{"the core", *split.plan, split.core_blocks, split.core_headers, split.described},
        rest_{"the rest", *split.shell, split.shell_blocks, split.shell_headers,
              split.shell_accesses} {}

  std::string run() {
    read_plan();
    for (const Part* part : {&core_, &rest_}) {
      for (const llvm::BasicBlock* block : part->blocks)
        for (const llvm::Instruction& instruction : *block) check_inside(instruction, *part);
      check_loops(*part);
    }
    check_ways();
    check_looking();
    if (const char* why = why_not_known_to_rest(split_)) complain(*split_.shell, why);
    check_between();
    return problem_;
  }

 private:
  void complain(const llvm::Instruction& instruction, const llvm::Twine& what) {
    if (!problem_.empty()) return;
    const llvm::DebugLoc& place = instruction.getDebugLoc();
    problem_ = what.str();
    if (place) problem_ += " (line " + std::to_string(place.getLine()) + ")";
  }

  /// What the library is told, in the order of the calls.
  void read_plan() {
    const llvm::CallInst* access = nullptr;
    const llvm::BasicBlock* describes = split_.described.front().call->getParent();
    for (const llvm::Instruction& instruction : *describes) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->arg_size() == 0 || call->getArgOperand(0) != split_.plan)
        continue;
      if (calls(call, "bamboo_split_loop")) cut_.push_back(number(*call, 2) != 0);
      if (calls(call, "bamboo_split_access")) access = call;
      if (calls(call, "bamboo_split_stride")) strides_[access].push_back(call);
    }
  }

  void check_inside(const llvm::Instruction& instruction, const Part& part) {
    if (summaries_.obstacle(instruction) != Obstacle::none)
      complain(instruction, part.name + " does more than compute");
    const bool is_silent = !instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst();
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool is_annotation = intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic() &&
                               !intrinsic->isLifetimeStartOrEnd();
    if (is_silent || is_annotation ||
        (call != nullptr &&
         (call->onlyAccessesInaccessibleMemory() || summaries_.is_arithmetic(*call))))
      return;
    const auto all = touched_by(instruction);
    if (all.empty()) complain(instruction, part.name + " touches memory in an unusual way");
    for (const Touched& touched : all) {
      const auto* told = llvm::find_if(part.accesses, [&](const Told& one) {
        return one.access == &instruction && one.address == touched.address &&
               (!touched.written || number(*one.call, 3) != 0);
      });
      if (told == part.accesses.end())
        complain(instruction, "the library is not told of an access of " + part.name);
      else
        check_description(touched, *told, part);
    }
  }

  /// The address in the part: as it was told, with the bounds as the first iteration.
  void check_description(const Touched& touched, const Told& told, const Part& part) {
    const llvm::Instruction& instruction = *told.access;
    const std::string access = "an access of " + part.name;
    if (!calls(told.call, "bamboo_split_access") || told.call->getArgOperand(0) != split_.plan)
      return complain(instruction, access + " is told to somebody else");
    const llvm::SCEV* bytes =
        touched.bytes == nullptr
            ? evolution_.getConstant(told.call->getArgOperand(2)->getType(), touched.size)
            : over_all(*evolution_.getSCEV(touched.bytes), part);
    if (!covers(*evolution_.getSCEV(told.call->getArgOperand(2)), *bytes))
      complain(instruction, access + " is larger than is told");
    const llvm::SCEV* address = over_all(*evolution_.getSCEV(touched.address), part);
    std::set<const llvm::CallInst*> strides(strides_[told.call].begin(), strides_[told.call].end());
    while (const llvm::SCEVAddRecExpr* recurrence = next_recurrence(*address, part)) {
      const auto found = llvm::find_if(strides, [&](const llvm::CallInst* stride) {
        return header_of(*stride, part) == recurrence->getLoop()->getHeader() &&
               are_equal_numbers(*evolution_.getSCEV(stride->getArgOperand(2)),
                                 *recurrence->getStepRecurrence(evolution_));
      });
      if (found == strides.end())
        return complain(instruction, access + " has a stride that is not told");
      strides.erase(found);
      address = recurrence->getStart();
    }
    if (!loops_of(*address, part).empty()) complain(instruction, access + " is not linear");
    if (!strides.empty()) complain(instruction, access + " does not have a stride that is told");
    if (!same_.are_equal(
            *evolution_.getSCEV(const_cast<llvm::Value*>(&told_address(*told.call, 1))), *address))
      complain(instruction, access + " begins at another address than is told");
  }

  /// The header of the loop of the part whose stride is told, or whose bounds are asked for.
  static const llvm::BasicBlock* header_of(const llvm::CallInst& call, const Part& part) {
    const uint64_t loop = number(call, 1);
    return loop < part.headers.size() ? part.headers[loop] : nullptr;
  }

  /// That a size is the one that is told may follow from bounds that the part does not know; to be
  /// told of more than is touched does no harm.
  bool covers(const llvm::SCEV& told, const llvm::SCEV& bytes) {
    const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(&told);
    return are_equal_numbers(told, bytes) ||
           (constant != nullptr && told.getType() == bytes.getType() &&
            evolution_.getUnsignedRangeMax(&bytes).ule(constant->getAPInt()));
  }

  bool are_equal_numbers(const llvm::SCEV& a, const llvm::SCEV& b) {
    llvm::Type* wide = llvm::Type::getInt64Ty(split_.plan->getContext());
    return same_.are_equal(*evolution_.getTruncateOrSignExtend(&a, wide),
                           *evolution_.getTruncateOrSignExtend(&b, wide));
  }

  /// From the first iteration of all loops on, of which the part has some.
  const llvm::SCEV* over_all(const llvm::SCEV& expression, const Part& part) {
    llvm::ValueToSCEVMapTy from_zero;
    for (const llvm::BasicBlock* block : part.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (calls(&instruction, "bamboo_split_first"))
          from_zero[&instruction] = evolution_.getZero(instruction.getType());
    return llvm::SCEVParameterRewriter::rewrite(&expression, evolution_, from_zero);
  }

  /// The loops of the part that the expression changes in.
  static llvm::SmallSetVector<const llvm::Loop*, 4> loops_of(const llvm::SCEV& expression,
                                                             const Part& part) {
    llvm::SmallSetVector<const llvm::Loop*, 4> found;
    llvm::SCEVExprContains(&expression, [&](const llvm::SCEV* inner) {
      const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(inner);
      if (recurrence != nullptr && is_in(*recurrence->getLoop()->getHeader(), part))
        found.insert(recurrence->getLoop());
      return false;
    });
    return found;
  }

  static bool is_in(const llvm::BasicBlock& block, const Part& part) {
    return llvm::is_contained(part.blocks, &block);
  }

  /// The expression as a linear function of a loop of the part; null: it is none. That narrow
  /// counters do not wrap around was shown of the whole nest, or is asked when the program runs: of
  /// a part with bounds that are not known it cannot be shown.
  const llvm::SCEVAddRecExpr* next_recurrence(const llvm::SCEV& expression, const Part& part) {
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(&expression);
    if (recurrence != nullptr)
      return is_in(*recurrence->getLoop()->getHeader(), part) ? recurrence : nullptr;
    for (const llvm::Loop* loop : loops_of(expression, part)) {
      llvm::SmallPtrSet<const llvm::SCEVPredicate*, 4> predicates;
      const auto* found =
          evolution_.convertSCEVToAddRecWithPredicates(&expression, loop, predicates);
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  /// Each loop that may be cut begins where the library says, and looks where it ends.
  void check_loops(const Part& part) {
    std::set<uint64_t> first, end;
    for (const llvm::BasicBlock* block : part.blocks) {
      for (const llvm::PHINode& phi : block->phis())
        for (const llvm::Value* start : phi.incoming_values())
          if (calls(start, "bamboo_split_first")) {
            add(first, *start, part.plan);
            if (header_of(llvm::cast<llvm::CallInst>(*start), part) != block)
              complain(phi, "a loop of " + part.name + " has the bounds of another one");
          }
      for (const llvm::Instruction& instruction : *block)
        for (const llvm::Value* operand : instruction.operand_values())
          if (calls(operand, "bamboo_split_end")) add(end, *operand, part.plan);
    }
    for (size_t loop = 0; loop < cut_.size(); ++loop)
      if (cut_[loop] != first.contains(loop) || cut_[loop] != end.contains(loop))
        complain(part.plan, "a loop does not have the bounds of the library");
  }

  void add(std::set<uint64_t>& loops, const llvm::Value& bound, const llvm::CallInst& plan) {
    const auto& call = llvm::cast<llvm::CallInst>(bound);
    if (call.getArgOperand(0) != &plan) complain(call, "bounds come from another plan");
    loops.insert(number(call, 1));
  }

  /// Into the core only when there is one, into the rest part by part.
  void check_ways() {
    const auto check_entry = [&](const llvm::CallInst& decision, const llvm::BasicBlock& entry) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(decision.getParent()->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != &entry ||
          entry.getSinglePredecessor() != decision.getParent())
        complain(decision, "a part of the nest has other ways into it");
    };
    check_entry(*split_.core, *split_.core_blocks.front());
    check_entry(*split_.rest, *split_.shell_blocks.front());
    for (const llvm::BasicBlock* block : split_.shell_blocks)
      for (const llvm::BasicBlock* next : llvm::successors(block))
        if (!is_in(*next, rest_) && next != split_.rest->getParent())
          complain(*block->getTerminator(), "a way out of the rest leaves parts of it out");
  }

  /// From where the library is told of the nest to where it says whether there is a core.
  void check_looking() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split_.core->getParent()};
    llvm::SmallVector<const llvm::BasicBlock*, 16> open = {
        split_.described.front().call->getParent()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (llvm::succ_empty(block))
        complain(*block->getTerminator(), "the function ends before the rest");
      for (const llvm::Instruction& instruction : *block)
        if (summaries_.obstacle(instruction) != Obstacle::none ||
            (instruction.mayWriteToMemory() && !touches_nothing(instruction, summaries_)))
          complain(instruction, "the program does more than look");
      open.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
  }

  /// What the program looks at it will execute as often, in the same order.
  void check_same_ways() {
    if (const llvm::BasicBlock* other = ways_.first_difference())
      return complain(*other->getTerminator(), "the program looks on other ways than it goes");
    same_.follow(ways_);
    for (const auto& [block, copy] : ways_.all()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      const bool decides = branch == nullptr || branch->isConditional();
      if (block != split_.rest->getParent() && decides &&
          !same_.is_copy(*copy->getTerminator()->getOperand(0),
                         *block->getTerminator()->getOperand(0)))
        complain(*block->getTerminator(), "the program looks on other ways than it goes");
    }
    for (const Told& told : split_.looked_at)
      if (ways_.copy_of(*told.access->getParent()) != told.call->getParent())
        complain(*told.access, "the program looks at it on another way");
  }

  /// Everything on the ways from the core to the rest.
  void check_between() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split_.rest->getParent()};
    llvm::SmallVector<const llvm::BasicBlock*, 16> open = {split_.core->getParent()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (block == split_.plan->getParent()) complain(*split_.plan, "the core is begun twice");
      if (llvm::succ_empty(block))
        complain(*block->getTerminator(), "the function ends before the rest");
      if (!is_in(*block, core_))
        for (const llvm::Instruction& instruction : *block) passed_.push_back(&instruction);
      for (const llvm::BasicBlock* next : llvm::successors(block)) open.push_back(next);
    }
    if (!split_.looked_at.empty()) check_same_ways();
    for (const llvm::Instruction* instruction : passed_) check_passed(*instruction);
    // Which loads count is known when all have been compared.
    for (const llvm::LoadInst* load : same_.loads())
      for (const llvm::Instruction* instruction : passed_) check_load(*load, *instruction);
  }

  const Pair* pair_of(const llvm::Instruction& half) const {
    const auto* found = llvm::find_if(pairs_, [&](const Pair* pair) {
      return pair->initiation == &half || pair->completion == &half;
    });
    return found == pairs_.end() ? nullptr : *found;
  }

  /// What is loaded must be the same for the core as for the rest, for what is looked at as for
  /// what is touched.
  void check_load(const llvm::LoadInst& load, const llvm::Instruction& passed) {
    const Access loaded = anywhere(load);
    if (const Pair* pair = pair_of(passed)) {
      for (const Access& access : pair->flight)
        if (access.written && !dependence_.apart(access, loaded))
          complain(passed, "the core passed a message that may change its bounds");
    } else if (dependence_.conflicts(passed, loaded)) {
      complain(passed, "the core passed what may change its bounds");
    }
  }

  void check_passed(const llvm::Instruction& instruction) {
    if (const Pair* pair = pair_of(instruction)) return check_passed_half(instruction, *pair);
    if (summaries_.obstacle(instruction) != Obstacle::none)
      complain(instruction, "the core passed something else");
    const bool meets = llvm::any_of(split_.described, [&](const Told& own) {
      return dependence_.conflicts(instruction, anywhere(own));
    });
    if (meets) check_look(instruction);
  }

  /// The program looks at what the instruction touches.
  void check_look(const llvm::Instruction& instruction) {
    const auto all = touched_by(instruction);
    if (all.empty()) complain(instruction, "the core passed what may touch its arrays");
    for (const Touched& touched : all)
      look(instruction, *touched.address, touched.written,
           "the core passed what may touch its arrays", [&](const llvm::CallInst& told) {
             const llvm::Value& bytes = *told.getArgOperand(3);
             const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&bytes);
             const bool is_size = touched.bytes == nullptr
                                      ? known != nullptr && known->getZExtValue() == touched.size
                                      : is_product(bytes, *touched.bytes, 1);
             return calls(&told, "bamboo_split_touch") && is_size
                        ? ""
                        : "what the core passed has another size than is looked at";
           });
  }

  /// Complains unless the program looks somewhere at an access that the core passed, and `check`
  /// has no objection to what it is told there. `nowhere`: the complaint when there is no such
  /// place.
  void look(const llvm::Instruction& instruction, const llvm::Value& address, bool written,
            const char* nowhere,
            llvm::function_ref<const char*(const llvm::CallInst& told)> check) {
    llvm::StringRef problem = nowhere;
    for (const Told& one : split_.looked_at) {
      const llvm::CallInst& told = *one.call;
      if (one.access != &instruction || one.address != &address ||
          (written && number(told, 4) == 0))
        continue;
      if ((!calls(&told, "bamboo_split_touch") && !calls(&told, "bamboo_split_message")) ||
          told.getArgOperand(0) != split_.plan)
        problem = "what the core passed is told to somebody else";
      else if (!same_.is_copy(told_address(told, 2), address))
        problem = "what the core passed is at another address than is looked at";
      else
        problem = check(told);
      if (problem.empty()) return;
    }
    complain(instruction, problem);
  }

  /// True when `value` is `factor` times a copy of `count`.
  bool is_product(const llvm::Value& value, const llvm::Value& count, uint64_t factor) {
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
        cast != nullptr && cast->getSrcTy() == count.getType() &&
        cast->getType() != cast->getSrcTy())
      narrow = cast->getOperand(0);
    return same_.is_copy(*narrow, count);
  }

  void check_passed_half(const llvm::Instruction& call, const Pair& pair) {
    if (pair.initiation == &call && (pair.operation == nullptr || pair.operation->is_send()))
      complain(call, "the core passed the start of a send");
    for (const Access& access : pair.flight) {
      const bool meets = llvm::any_of(split_.described, [&](const Told& own) {
        return (access.written || number(*own.call, 3) != 0) &&
               !dependence_.apart(access, anywhere(own));
      });
      if (meets) check_message(call, access, pair.completion == &call);
    }
  }

  void check_message(const llvm::Instruction& call, const Access& access, bool completes) {
    constexpr const char* kNowhere = "the core passed a message that may be part of its arrays";
    const llvm::Value* count = access.count_at(completes);
    const llvm::Value* type = access.type_at(completes);
    if (count == nullptr) return complain(call, kNowhere);
    look(call, *access.pointer_at(completes), access.written, kNowhere,
         [&](const llvm::CallInst& told) {
           const bool is_message = calls(&told, "bamboo_split_message");
           if (is_message != (type != nullptr) ||
               (is_message && !same_.is_copy(*told.getArgOperand(5), *type)))
             return "a message that the core passed has another type than is looked at";
           return is_product(*told.getArgOperand(3), *count, is_message ? 1 : access.element)
                      ? ""
                      : "a message that the core passed has another size than is looked at";
         });
  }

  static Access anywhere(const Told& own) {
    return {llvm::MemoryLocation::getBeforeOrAfter(own.address, own.access->getAAMetadata()),
            number(*own.call, 3) != 0, AccessRole::nest_array};
  }
  static Access anywhere(const llvm::LoadInst& load) {
    return {llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata()),
            false, AccessRole::nest_bounds};
  }

  const Split& split_;
  llvm::ArrayRef<Pair*> pairs_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  llvm::DominatorTree dominators_;
  SameValue same_;
  CopiedWays ways_;  ///< from the core to the rest, and where the program looks
  Part core_, rest_;
  llvm::SmallVector<bool, 5> cut_;
  llvm::DenseMap<const llvm::CallInst*, llvm::SmallVector<const llvm::CallInst*, 4>> strides_;
  std::vector<const llvm::Instruction*> passed_;  ///< by the core
  std::string problem_;
};

}  // namespace

std::string verify_split(const Split& split, llvm::ArrayRef<Pair*> pairs,
                         const Dependence& dependence, const Summaries& summaries,
                         llvm::ScalarEvolution& evolution) {
  return SplitChecker(split, pairs, dependence, summaries, evolution).run();
}

}  // namespace bamboo::overlap
