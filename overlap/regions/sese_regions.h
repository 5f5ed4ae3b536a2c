// SPDX-License-Identifier: Apache-2.0
// The statements of one control structure, in order. In LLVM's representation these are the
// instructions of blocks that are executed equally often, in the same iteration of the same loop.
// Whole structures between two such blocks (conditionals, inner loops) are passed as one
// statement.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

namespace bamboo::overlap {

/// One instruction, or all instructions of a structure: the branch into it, the blocks inside, and
/// the phis of the block behind it.
struct Statement {
  llvm::Instruction* instruction = nullptr;
  llvm::BasicBlock* before = nullptr;  ///< a structure's: ends with the branch into it
  llvm::BasicBlock* behind = nullptr;
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks;

  bool is_end() const { return instruction == nullptr && before == nullptr; }
  bool is_region() const { return before != nullptr; }

  /// All instructions of it.
  llvm::SmallVector<llvm::Instruction*, 16> instructions() const;
};

class SeseRegions {
 public:
  SeseRegions(const llvm::DominatorTree& dominators, const llvm::PostDominatorTree& post_dominators,
              const llvm::LoopInfo& loops)
      : dominators_(dominators), post_dominators_(post_dominators), loops_(loops) {}

  /// The statement that begins with `first`; is_end() at the end of the control structure.
  Statement beginning_at(llvm::Instruction& first) const;

  /// The statement that ends just before `position`; is_end() at the control structure's beginning.
  Statement ending_before(llvm::Instruction& position) const;

  /// The path from the end of `arm`, an arm of a conditional, to the code after the conditional in
  /// the same iteration: as a structure that other edges may enter. Returns is_end() if there is
  /// none.
  Statement path_out(llvm::BasicBlock& arm) const;

  /// The edge from the end of `block` to its successor `on`.
  static Statement edge(llvm::BasicBlock& block, llvm::BasicBlock& on);

  /// The branch that decides whether `behind` is reached through `arm` or on another path.
  llvm::Instruction* branch_to(llvm::BasicBlock& arm, llvm::BasicBlock& behind) const;

  /// The beginning of the next statement.
  static llvm::Instruction* behind(const Statement& statement);

  /// The insertion point before `statement`.
  static llvm::Instruction* start(const Statement& statement);

  const llvm::LoopInfo& loops() const { return loops_; }
  const llvm::DominatorTree& dominators() const { return dominators_; }

 private:
  Statement structure(llvm::BasicBlock& before) const;
  Statement between(llvm::BasicBlock& before, llvm::BasicBlock& behind, bool is_only_way) const;

  /// The next block that (post-)dominates this one, without those of inner loops: a loop's body
  /// always comes after the code before it, but is part of a structure. Null if there is none.
  llvm::BasicBlock* next_up(const llvm::DomTreeNode* node) const;
  bool is_inside(const llvm::BasicBlock* block, const llvm::Loop* loop) const;

  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree& post_dominators_;
  const llvm::LoopInfo& loops_;
};

}  // namespace bamboo::overlap
