// SPDX-License-Identifier: Apache-2.0
/// \file
/// The statements of one control structure, in order. In LLVM's representation: instructions of
/// blocks that are executed equally often, in the same iteration of the same loop, and between two
/// such blocks whole structures (conditionals, inner loops) that are passed as one statement.
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

  /// The way from the end of `arm`, a part of a conditional, to what stands behind the conditional
  /// in the same iteration: as a structure, with other ways into it. is_end(): there is none.
  Statement path_out(llvm::BasicBlock& arm) const;

  /// From the branch at the end of `block` to the beginning of `on`, one of the ways behind it.
  static Statement edge(llvm::BasicBlock& block, llvm::BasicBlock& on);

  /// The branch that decides whether one comes to `behind` through `arm` or on another way.
  llvm::Instruction* branch_to(llvm::BasicBlock& arm, llvm::BasicBlock& behind) const;

  /// Where the statement behind `statement` begins.
  static llvm::Instruction* behind(const Statement& statement);

  /// Where one inserts to stand before `statement`.
  static llvm::Instruction* start(const Statement& statement);

  const llvm::LoopInfo& loops() const { return loops_; }
  const llvm::DominatorTree& dominators() const { return dominators_; }

 private:
  Statement structure(llvm::BasicBlock& before) const;
  Statement between(llvm::BasicBlock& before, llvm::BasicBlock& behind, bool is_only_way) const;

  /// The next block that (post-)dominates this one, without those of loops inside: a loop's body
  /// always comes behind what is in front of it, but it is part of a structure. Null: none.
  llvm::BasicBlock* next_up(const llvm::DomTreeNode* node) const;
  bool is_inside(const llvm::BasicBlock* block, const llvm::Loop* loop) const;

  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree& post_dominators_;
  const llvm::LoopInfo& loops_;
};

}  // namespace bamboo::overlap
