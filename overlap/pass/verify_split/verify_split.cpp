// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_split.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>

#include "effects/library_functions.h"
#include "pass/verify_split/described_accesses.h"
#include "pass/verify_split/value_equivalence.h"
#include "pass/verify_split/verify_passed.h"
#include "pass/verify_split/verify_posted.h"
#include "pass/verify_split/verify_rest.h"
#include "pass/verify_split/verify_results.h"
#include "pass/verify_split/verify_rows.h"

namespace bamboo::overlap {
namespace {

/// The core, the rest, or the copy that computes the results again.
struct Part {
  llvm::StringLiteral name;
  bool is_again;
  const llvm::CallInst& plan;  ///< the source of its bounds
  llvm::ArrayRef<llvm::BasicBlock*> blocks;
  llvm::ArrayRef<llvm::BasicBlock*> headers;  ///< of its loops, in the order of the report
  llvm::ArrayRef<DescribedAccess> accesses;
};

class SplitChecker {
 public:
  SplitChecker(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
               llvm::ArrayRef<CallPair*> pairs, const Dependence& dependence,
               const Summaries& summaries, llvm::ScalarEvolution& evolution)
      : split_(split),
        earlier_(earlier),
        pairs_(pairs),
        dependence_(dependence),
        summaries_(summaries),
        evolution_(evolution),
        dominators_(*split.plan->getFunction()),
        description_(split),
        same_(evolution, dominators_, *split.plan),
        core_{"the core",         false,          *split.plan, split.core_blocks,
              split.core_headers, split.described},
        rest_{"the rest",         false, *split.rest_plan, split.rest_blocks, split.rest_headers,
              split.rest_accesses},
        again_{"the copy that computes the results",
               true,
               *split.rest_plan,
               split.results.again,
               split.results.again_headers,
               split.results.accesses} {}

  std::optional<Defect> run() {
    for (const Part* part : {&core_, &rest_, &again_})
      for (const DescribedAccess& own : part->accesses)
        if (!description_.contains(own)) complain(*own.access, Fault::access_of_other_plan, *part);
    for (const RowAccess& row : split_.rows.accesses)
      if (!description_.contains(row.core)) complain(*row.core.access, Fault::access_of_other_plan);
    if (defect_) return defect_;
    for (const Part* part : {&core_, &rest_}) {
      for (const llvm::BasicBlock* block : part->blocks)
        for (const llvm::Instruction& instruction : *block) check_inside(instruction, *part);
      check_loops(*part);
    }
    for (const llvm::BasicBlock* block : again_.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (!reads_unwritten(instruction) && !stores_result(instruction) &&
            !reads_behind(instruction))
          check_inside(instruction, again_);
    if (!split_.results.empty())
      verify_results(split_, description_, evolution_, dominators_, defect_);
    check_ways();
    check_looking();
    if (const auto fault = verify_rest(split_)) complain(*split_.rest_plan, *fault);
    if (is_by_rows()) {
      RowsChecker(split_, description_, summaries_, evolution_, dominators_, defect_).run();
      check_written_rows();
    }
    if (split_.posted != nullptr && !defect_)
      defect_ = verify_posted(*split_.posted, pairs_, summaries_);
    PassedChecker(split_, earlier_, description_, pairs_, dependence_, summaries_, dominators_,
                  same_, defect_)
        .run();
    return defect_;
  }

 private:
  void complain(const llvm::Instruction& instruction, Fault fault) {
    if (!defect_) defect_.emplace(fault, instruction.getDebugLoc());
  }
  void complain(const llvm::Instruction& instruction, Fault fault, const Part& part) {
    if (!defect_) defect_.emplace(fault, instruction.getDebugLoc()).subject = part.name;
  }

  AccessKind kind_of(const DescribedAccess& own) const { return description_.of(own).kind; }

  /// A row that writes at addresses of its own reports all that it reads, and does not write what
  /// other rows are read with, or what is read again for results.
  void check_written_rows() {
    for (const RowAccess& row : split_.rows.accesses) {
      if (kind_of(row.core) != AccessKind::Scattered) continue;
      const auto is_apart = [&](const DescribedAccess& read) {
        return dependence_.apart(in_any_iteration(description_.anywhere(row.core)),
                                 in_any_iteration(description_.anywhere(read)));
      };
      const auto finds = [&](const DescribedAccess& own) {
        return (kind_of(own) == AccessKind::Read || is_again(kind_of(own))) && !is_apart(own);
      };
      const auto finds_row = [&](const RowAccess& other) {
        const AccessKind kind = kind_of(other.core);
        return kind == AccessKind::Gathered ||
               ((kind == AccessKind::Index || kind == AccessKind::Checked) &&
                !is_apart(other.core));
      };
      if (llvm::any_of(split_.described, finds) || llvm::any_of(again_.accesses, finds) ||
          llvm::any_of(split_.rows.accesses, finds_row))
        complain(*row.core.access, Fault::row_not_ordered);
    }
  }

  bool is_by_rows() const { return !split_.rows.accesses.empty(); }

  /// Removes facts that hold in one iteration only.
  static Access in_any_iteration(Access access) {
    access.memory.AATags.Scope = access.memory.AATags.NoAlias = nullptr;
    return access;
  }

  bool stores_result(const llvm::Instruction& instruction) const {
    return llvm::any_of(split_.results.stores,
                        [&](const auto& stored) { return stored.again == &instruction; });
  }

  bool reads_behind(const llvm::Instruction& instruction) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && loads_behind(*load, split_.results);
  }

  /// A load of memory that is known to be written by no iteration of the nest.
  bool reads_unwritten(const llvm::Instruction& instruction) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto is_written_by = [&](const DescribedAccess& own) {
      return description_.is_written(own) &&
             !dependence_.apart(in_any_iteration(description_.anywhere(own)),
                                in_any_iteration(anywhere(*load)));
    };
    return load != nullptr && load->isSimple() && llvm::none_of(split_.described, is_written_by) &&
           llvm::none_of(split_.rows.accesses,
                         [&](const RowAccess& row) { return is_written_by(row.core); });
  }

  void check_inside(const llvm::Instruction& instruction, const Part& part) {
    if (summaries_.obstacle(instruction) != Obstacle::None)
      complain(instruction, Fault::more_than_computes, part);
    const bool is_silent = !instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst();
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool is_annotation = intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic() &&
                               !intrinsic->isLifetimeStartOrEnd();
    if (is_silent || is_annotation ||
        (call != nullptr &&
         (call->onlyAccessesInaccessibleMemory() || summaries_.is_arithmetic(*call))))
      return;
    const auto is_row_access = [&](const RowAccess& row) {
      return row.core.access == &instruction || row.rest.access == &instruction;
    };
    if (llvm::any_of(split_.rows.accesses, is_row_access)) return;  // RowsChecker checks it
    const auto all = touched_by(instruction);
    if (all.empty()) complain(instruction, Fault::unusual_access_of_part, part);
    for (const Touched& touched : all) {
      const auto* described = llvm::find_if(part.accesses, [&](const DescribedAccess& one) {
        return one.access == &instruction && one.address == touched.address &&
               (!touched.written || description_.is_written(one));
      });
      if (described == part.accesses.end())
        complain(instruction, Fault::access_not_described, part);
      else
        check_description(touched, *described, part);
    }
  }

  /// The address in the part must equal the reported one, with the bounds as the first iteration.
  void check_description(const Touched& touched, const DescribedAccess& described,
                         const Part& part) {
    const llvm::Instruction& instruction = *described.access;
    const AccessShape& shape = description_.of(described);
    if (is_of_row(shape.kind) || is_again(shape.kind) != part.is_again)
      return complain(instruction, Fault::access_of_other_plan, part);
    llvm::Value& described_bytes = description_.bytes(shape);
    const llvm::SCEV* bytes = touched.bytes == nullptr
                                  ? evolution_.getConstant(described_bytes.getType(), touched.size)
                                  : over_all(*evolution_.getSCEV(touched.bytes), part);
    if (!covers(*evolution_.getSCEV(&described_bytes), *bytes))
      complain(instruction, Fault::access_larger, part);
    const llvm::SCEV* address = over_all(*evolution_.getSCEV(touched.address), part);
    std::map<size_t, uint64_t> strides;  // loops, by the places of the numbers
    for (const uint64_t loop : shape.loops) strides[shape.place + 2 + strides.size()] = loop;
    while (const llvm::SCEVAddRecExpr* recurrence = next_recurrence(*address, part)) {
      const auto found = llvm::find_if(strides, [&](const auto& stride) {
        return header_of(stride.second, part) == recurrence->getLoop()->getHeader() &&
               are_equal_numbers(*evolution_.getSCEV(&description_.number(stride.first)),
                                 *recurrence->getStepRecurrence(evolution_));
      });
      if (found == strides.end()) return complain(instruction, Fault::stride_not_described, part);
      strides.erase(found);
      address = recurrence->getStart();
    }
    if (!loops_of(*address, part).empty()) complain(instruction, Fault::access_not_linear, part);
    if (!strides.empty()) complain(instruction, Fault::stride_missing, part);
    if (!same_.are_equal(*evolution_.getSCEV(const_cast<llvm::Value*>(
                             &address_behind(description_.address(shape)))),
                         *address))
      complain(instruction, Fault::access_elsewhere, part);
  }

  /// The header of the part's loop whose stride is reported, or whose bounds are requested.
  static const llvm::BasicBlock* header_of(uint64_t loop, const Part& part) {
    return loop < part.headers.size() ? part.headers[loop] : nullptr;
  }

  /// Whether the reported size covers `size`. This may follow from bounds that the part does not
  /// know. A larger report does no harm.
  bool covers(const llvm::SCEV& described, const llvm::SCEV& bytes) {
    const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(&described);
    return are_equal_numbers(described, bytes) ||
           (constant != nullptr && described.getType() == bytes.getType() &&
            evolution_.getUnsignedRangeMax(&bytes).ule(constant->getAPInt()));
  }

  bool are_equal_numbers(const llvm::SCEV& a, const llvm::SCEV& b) {
    llvm::Type* wide = llvm::Type::getInt64Ty(split_.plan->getContext());
    return same_.are_equal(*evolution_.getTruncateOrSignExtend(&a, wide),
                           *evolution_.getTruncateOrSignExtend(&b, wide));
  }

  /// The value from the first iteration of all loops on, of which the part runs some.
  const llvm::SCEV* over_all(const llvm::SCEV& expression, const Part& part) {
    llvm::ValueToSCEVMapTy from_zero;
    for (const llvm::BasicBlock* block : part.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (calls(&instruction, SplitCall::first))
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

  /// The expression as a linear function of a loop of the part, or null. For the whole nest it was
  /// shown, or is checked at run time, that narrow counters do not wrap around; that cannot be
  /// shown for a part with unknown bounds.
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

  /// Each loop that may be cut begins and ends at the bounds of the library.
  void check_loops(const Part& part) {
    std::set<uint64_t> first, end;
    for (const llvm::BasicBlock* block : part.blocks) {
      for (const llvm::PHINode& phi : block->phis())
        for (const llvm::Value* start : phi.incoming_values())
          if (calls(start, SplitCall::first)) {
            add(first, *start, part.plan);
            if (header_of(number(llvm::cast<llvm::CallInst>(*start), 1), part) != block)
              complain(phi, Fault::bounds_of_other_loop, part);
          }
      for (const llvm::Instruction& instruction : *block)
        for (const llvm::Value* operand : instruction.operand_values())
          if (calls(operand, SplitCall::end)) add(end, *operand, part.plan);
    }
    const auto& loops = description_.shape().loops;
    for (size_t loop = 0; loop < loops.size(); ++loop)
      if (loops[loop].may_cut != first.contains(loop) || loops[loop].may_cut != end.contains(loop))
        complain(part.plan, Fault::bounds_not_of_library);
  }

  void add(std::set<uint64_t>& loops, const llvm::Value& bound, const llvm::CallInst& plan) {
    const auto& call = llvm::cast<llvm::CallInst>(bound);
    if (call.getArgOperand(0) != &plan) complain(call, Fault::bounds_of_other_plan);
    loops.insert(number(call, 1));
  }

  /// The core is entered only if there is one, and the rest part by part.
  void check_ways() {
    const auto check_entry = [&](const llvm::CallInst& decision, const llvm::BasicBlock& entry) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(decision.getParent()->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != &entry ||
          entry.getSinglePredecessor() != decision.getParent())
        complain(decision, Fault::other_entries);
    };
    if (!is_by_rows()) check_entry(*split_.core, *split_.core_blocks.front());
    check_entry(*split_.rest, *split_.rest_blocks.front());
    for (const llvm::BasicBlock* block : split_.rest_blocks)
      for (const llvm::BasicBlock* next : llvm::successors(block))
        if (!is_in(*next, rest_) && next != split_.rest->getParent())
          complain(*block->getTerminator(), Fault::rest_left_early);
  }

  /// The code between the description of the nest and the decision whether there is a core.
  void check_looking() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split_.core->getParent()};
    llvm::SmallVector<const llvm::BasicBlock*, 16> open = {split_.describes->getParent()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (llvm::succ_empty(block)) complain(*block->getTerminator(), Fault::ends_before_rest);
      for (const llvm::Instruction& instruction : *block)
        if (summaries_.obstacle(instruction) != Obstacle::None ||
            (instruction.mayWriteToMemory() && !touches_nothing(instruction, summaries_)))
          complain(instruction, Fault::more_than_looks);
      open.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
  }

  const SplitNest& split_;
  llvm::ArrayRef<SplitNest> earlier_;
  llvm::ArrayRef<CallPair*> pairs_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  llvm::DominatorTree dominators_;
  NestDescription description_;
  ValueEquivalence same_;
  Part core_, rest_, again_;
  std::optional<Defect> defect_;  ///< the first one
};

}  // namespace

std::optional<Defect> verify_split(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
                                   llvm::ArrayRef<CallPair*> pairs, const Dependence& dependence,
                                   const Summaries& summaries, llvm::ScalarEvolution& evolution) {
  return SplitChecker(split, earlier, pairs, dependence, summaries, evolution).run();
}

}  // namespace bamboo::overlap
