// SPDX-License-Identifier: Apache-2.0
/// \file
/// Moves the two halves of an operation apart. Algorithm 1 of Nguyen et al., "Automatic Code Motion
/// to Extend MPI Nonblocking Overlap Window" (C3PO 2020): the statements before the initiation and
/// behind the completion are visited one by one; those that depend on the operation, or on a
/// statement that already moves, move along in their order; the walk ends at a statement that
/// cannot be passed. What differs from the paper stands in docs/explanation/windows.md.
#pragma once

#include "effects/dependence.h"
#include "pass/motion/guarded_hoist.h"
#include "pass/operations/nonblocking_operation.h"
#include "pass/options/settings.h"
#include "regions/sese_regions.h"

namespace llvm {
class ScalarEvolution;
}

namespace bamboo::overlap {

class CodeMotion {
 public:
  CodeMotion(const SeseRegions& statements, const Dependence& dependence,
             const Summaries& summaries, llvm::ScalarEvolution& evolution, Level level,
             bool no_wildcards, bool conditionals)
      : statements_(statements),
        dependence_(dependence),
        summaries_(summaries),
        evolution_(evolution),
        level_(level),
        no_wildcards_(no_wildcards),
        conditionals_(conditionals && level == Level::beyond) {}

  /// Moves the initiation up, with what it needs.
  void hoist(NonblockingOperation& pair, llvm::ArrayRef<NonblockingOperation*> others) const;

  /// How far the initiation may rise out of the conditionals that its completion has left; nothing
  /// when it leaves none of them, or passes nothing there that takes time.
  std::optional<HoistPath> hoist_path(NonblockingOperation& pair,
                                      llvm::ArrayRef<NonblockingOperation*> others) const;

  /// Moves the completion down, with what needs it. Where it has passed forks, the other ways do
  /// not complete the operation yet.
  void sink(NonblockingOperation& pair, llvm::ArrayRef<NonblockingOperation*> others) const;

 private:
  using Group = llvm::SmallVector<llvm::Instruction*, 8>;
  enum class Direction { up, down };

  /// How far a half has come.
  struct Progress {
    llvm::Instruction* target = nullptr;
    size_t moving = 1;      ///< of the group: those found before the last statement that was passed
    bool computes = false;  ///< something that takes time was passed
    Proof proof;
    ConditionalExit out;
  };

  /// What a half may pass from one place on.
  struct Walk {
    Progress now;
    Group group;
    llvm::Instruction* end = nullptr;  ///< where it stops
    Stop stop, first_attached;
  };
  Walk walk(const NonblockingOperation& pair, llvm::ArrayRef<NonblockingOperation*> others,
            Direction direction, llvm::Instruction& start, bool may_leave) const;
  static void take(const Walk& walk, NonblockingOperation& pair, Direction direction);

  enum class Verdict {
    cross,
    compare,  ///< another operation that may be on the same memory: crossed when the program looks
    attach,
    stop
  };
  struct Judgement {
    Verdict verdict;
    std::optional<Refusal> why;  ///< of `attach` and `stop`
  };
  Judgement judge(const Statement& statement, const Group& group, const NonblockingOperation& pair,
                  Direction direction, llvm::ArrayRef<NonblockingOperation*> others) const;
  std::optional<Refusal> dependence(const llvm::Instruction& instruction, const Group& group,
                                    const NonblockingOperation& pair, Direction direction) const;
  bool may_attach(const llvm::Instruction& instruction) const;
  std::optional<Refusal> why_endless(const Statement& structure) const;
  std::optional<Reason> why_not_pass(const NonblockingOperation& completing,
                                     const NonblockingOperation& starting, bool& is_compared) const;
  static const NonblockingOperation* other_half(const llvm::Instruction& call,
                                                const NonblockingOperation& pair,
                                                llvm::ArrayRef<NonblockingOperation*> others,
                                                Direction direction);
  Statement path_out(const llvm::Instruction& end, const Group& group,
                     const NonblockingOperation& pair, Refusal& why) const;
  void note(const Statement& left, ConditionalExit& out) const;
  bool is_last(llvm::Instruction& branch) const;
  llvm::BranchInst* branch_above(llvm::Instruction& first, const NonblockingOperation& pair,
                                 llvm::ArrayRef<NonblockingOperation*> others, Refusal& why) const;
  bool may_stay(const llvm::Instruction& instruction, const NonblockingOperation& pair,
                llvm::ArrayRef<NonblockingOperation*> others) const;
  bool pass_early_exits(NonblockingOperation& pair,
                        llvm::ArrayRef<NonblockingOperation*> others) const;
  bool stands_before_computation(llvm::Instruction& first,
                                 llvm::ArrayRef<NonblockingOperation*> others) const;

  const SeseRegions& statements_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  Level level_;
  bool no_wildcards_;  ///< no receive takes any source or any tag
  bool conditionals_;  ///< completions leave conditionals, and pass what starts in others
};

}  // namespace bamboo::overlap
