// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_guarded_hoist.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>

namespace bamboo::overlap {
namespace {

/// Whether `value` is the risen condition as its old place sees it: the condition itself, or a phi
/// of it that has a defined value only on paths from the new place.
bool represents(const llvm::Value& value, const llvm::Value& risen) {
  if (&value == &risen) return true;
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
  return phi != nullptr && llvm::all_of(phi->incoming_values(), [&](const llvm::Value* incoming) {
           return llvm::isa<llvm::PoisonValue>(incoming) || incoming == &risen;
         });
}

class GuardedHoistChecker {
 public:
  GuardedHoistChecker(llvm::Function& function, llvm::ArrayRef<SplitNest> splits)
      : dominators_(function), post_dominators_(function), loops_(dominators_), splits_(splits) {}

  std::optional<Fault> run(const CallPair& pair) const {
    const llvm::BasicBlock* guards = nullptr;    // where those further inside are executed
    const llvm::BasicBlock* branches = nullptr;  // the same of the branches
    for (const HoistGuard& one : pair.hoist_guards) {
      const llvm::BasicBlock& guard = *one.guard->getParent();
      const llvm::BasicBlock& branch = *one.branch->getParent();
      if (!one.guard->isConditional() || !one.branch->isConditional() ||
          !represents(*one.branch->getCondition(), *one.guard->getCondition()))
        return Fault::other_condition;
      const bool is_outermost = guards == nullptr;
      if (is_outermost ? !are_executed_equally_often(guard, place_of(branch))
                       : !are_executed_equally_often(*guards, guard) ||
                             !are_executed_equally_often(*branches, branch))
        return Fault::condition_not_as_often;
      guards = way(*one.guard, one.way);
      branches = way(*one.branch, one.way);
      if (guards == nullptr || branches == nullptr) return Fault::started_on_other_paths;
    }
    if (guards != nullptr && !are_executed_equally_often(*guards, *pair.initiation->getParent()))
      return Fault::not_always_started;
    return std::nullopt;
  }

 private:
  /// The second behind the first.
  bool are_executed_equally_often(const llvm::BasicBlock& first,
                                  const llvm::BasicBlock& second) const {
    return dominators_.dominates(&first, &second) && post_dominators_.dominates(&second, &first) &&
           loops_.getLoopFor(&first) == loops_.getLoopFor(&second);
  }

  /// The place where the program reaches the branch: for a part of a nest's rest, the branch that
  /// begins it.
  const llvm::BasicBlock& place_of(const llvm::BasicBlock& branch) const {
    const auto* split = llvm::find_if(
        splits_, [&](const SplitNest& one) { return one.rest_blocks.front() == &branch; });
    return split == splits_.end() ? branch : *split->rest_plan->getParent();
  }

  static const llvm::BasicBlock* way(const llvm::BranchInst& branch, unsigned number) {
    const llvm::BasicBlock* way = branch.getSuccessor(number);
    return way->getSinglePredecessor() == branch.getParent() ? way : nullptr;
  }

  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  llvm::ArrayRef<SplitNest> splits_;
};

}  // namespace

std::optional<Fault> verify_guarded_hoist(const CallPair& pair, llvm::ArrayRef<SplitNest> splits) {
  if (pair.hoist_guards.empty()) return std::nullopt;
  return GuardedHoistChecker(*pair.initiation->getFunction(), splits).run(pair);
}

}  // namespace bamboo::overlap
