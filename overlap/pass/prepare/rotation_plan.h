// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations begin with computation and end with an exchange, and where such an
// iteration is cut.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <variant>

#include "effects/summaries.h"
#include "refusals/refusal.h"
#include "regions/failure_ways.h"

namespace bamboo::overlap {

/// An iteration computes in front of `cut`, and exchanges from there on.
struct RotationPlan {
  llvm::Instruction* cut;
  const llvm::Loop* nest;  ///< the first one of the iteration that computes
  /// The branch out of the loop behind `cut` that each iteration comes to; null: there is none.
  llvm::BranchInst* end = nullptr;
  /// The instructions after `cut` that decide the branch, touch no memory, and can be computed at
  /// `cut`. Operands come first.
  llvm::SmallVector<llvm::Instruction*, 4> conditions;
};

/// std::monostate: the loop has a form that is not worth a remark.
using RotationDecision = std::variant<std::monostate, Reason, RotationPlan>;

class RotationPlanner {
 public:
  RotationPlanner(const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops,
                  const Summaries& summaries)
      : dominators_(dominators), loops_(loops), summaries_(summaries) {}

  RotationDecision plan(llvm::Loop& loop);

  /// A cheap test without summaries; returns false for most loops.
  static bool may_be_planned(const llvm::Loop& loop);

 private:
  void find_spine();
  void find_failures();
  size_t spine_blocks_before(const llvm::BasicBlock& block) const;
  bool find_nests();
  bool computes(const llvm::Loop& inner) const;
  bool gains() const;
  bool is_behind_cut(const llvm::BasicBlock& block) const;
  llvm::SmallVector<llvm::BranchInst*, 2> ends() const;
  llvm::Instruction* find_conditions();
  llvm::Instruction* add_condition(llvm::Value& value);
  bool may_be_early(const llvm::Instruction& instruction) const;
  llvm::SmallVector<llvm::Instruction*, 64> instructions_behind_cut() const;
  bool move_cut();
  const llvm::Instruction* last_receive() const;
  bool nest_may_pass(const llvm::Instruction& receive) const;
  bool is_passed(const llvm::Instruction& instruction) const;

  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo& loops_;
  const Summaries& summaries_;
  llvm::Loop* loop_ = nullptr;
  llvm::SmallVector<llvm::BasicBlock*, 16> spine_;  ///< each iteration executes them, in this order
  FailureWays failures_;                            ///< of all calls of MPI in the loop
  RotationPlan now_;
};

}  // namespace bamboo::overlap
