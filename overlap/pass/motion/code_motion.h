// SPDX-License-Identifier: Apache-2.0
// Moves the two halves of an operation apart. Algorithm 1 of Nguyen et al., "Automatic Code Motion
// to Extend MPI Nonblocking Overlap Window" (C3PO 2020): it visits the statements before the
// initiation and after the completion one by one. A statement that depends on the operation, or on
// a statement that already moves, moves along in order. The walk ends at a statement that cannot
// be passed. docs/decisions/overlap-and-the-paper.md lists the differences from the paper.
#pragma once

#include "pass/motion/guarded_hoist.h"
#include "pass/motion/legality.h"
#include "pass/operations/call_pair.h"
#include "regions/sese_regions.h"

namespace bamboo::overlap {

class CodeMotion {
 public:
  CodeMotion(const SeseRegions& statements, const Legality& legality)
      : statements_(statements), legality_(legality) {}

  /// Moves the initiation up, together with the statements that it needs.
  void hoist(CallPair& pair, llvm::ArrayRef<CallPair*> others) const;

  /// Returns how far the initiation can move up out of the conditionals that its completion has
  /// left, or nothing if it leaves none, or gains no computation.
  std::optional<HoistPath> hoist_path(CallPair& pair, llvm::ArrayRef<CallPair*> others) const;

  /// Moves the completion down, together with the statements that need it. The other paths of forks
  /// that it passed do not complete the operation yet.
  void sink(CallPair& pair, llvm::ArrayRef<CallPair*> others) const;

 private:
  /// How far a half has come.
  struct Progress {
    llvm::Instruction* target = nullptr;
    size_t moving = 1;      ///< of the group: those found before the last statement that was passed
    bool computes = false;  ///< something that takes time was passed
    Proof proof;
    ConditionalExit out;
  };

  /// The statements that a half may pass from one place on.
  struct Walk {
    Progress now;
    Group group;
    llvm::Instruction* end = nullptr;  ///< where it stops
    Stop stop, first_attached;
  };
  Walk walk(const CallPair& pair, llvm::ArrayRef<CallPair*> others, Direction direction,
            llvm::Instruction& start, bool may_leave) const;
  static void take(const Walk& walk, CallPair& pair, Direction direction);

  Statement path_out(const llvm::Instruction& end, const Group& group, const CallPair& pair,
                     Refusal& why) const;
  void note(const Statement& left, ConditionalExit& out) const;
  bool is_last(llvm::Instruction& branch) const;
  llvm::BranchInst* branch_above(llvm::Instruction& first, const CallPair& pair,
                                 llvm::ArrayRef<CallPair*> others, Refusal& why) const;
  bool pass_early_exits(CallPair& pair, llvm::ArrayRef<CallPair*> others) const;
  bool precedes_computation(llvm::Instruction& first, llvm::ArrayRef<CallPair*> others) const;

  const SeseRegions& statements_;
  const Legality& legality_;
};

}  // namespace bamboo::overlap
