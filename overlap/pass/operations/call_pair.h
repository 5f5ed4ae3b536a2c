// SPDX-License-Identifier: Apache-2.0
// The two calls of an operation: the one that starts it and the one that completes it. Code calls
// them the halves of the pair.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

#include "mpi_calls/accesses.h"
#include "refusals/stop.h"

namespace bamboo::overlap {

/// The proof that let the two halves move apart; the verifier shows it again from the result.
struct Proof {
  unsigned crossed = 0;     ///< passed statements: none touches memory in flight
  unsigned attached = 0;    ///< statements that moved along: none depends on one that was passed
  unsigned structures = 0;  ///< of those passed: their loops end, and nothing in them leaves
};

/// How a completion left conditionals. On paths that do not come from the initiation it finds the
/// null request; a completion of the program waits for zero requests there.
struct ConditionalExit {
  llvm::Instruction* from = nullptr;  ///< end of the arm that contained it; null: it does not move
  llvm::Instruction* branch = nullptr;        ///< into the outermost of them
  llvm::StoreInst* reset = nullptr;           ///< of the request or the count, in front of that
  llvm::SmallVector<llvm::DebugLoc, 2> left;  ///< their branches, from the inside out
};

/// A branch after which the completion continues on one path; the other paths have completions of
/// their own.
struct EarlyExit {
  llvm::Instruction* branch = nullptr;
  llvm::BasicBlock* on = nullptr;  ///< the path on which the completion continues
  llvm::SmallVector<llvm::CallInst*, 1> completions;  ///< at the beginnings of the other paths
  Proof proof;                                        ///< of the pair in front of it
  Stop stop;                                          ///< the same
};

/// A conditional that the initiation has risen out of, with its condition.
struct HoistGuard {
  llvm::BranchInst* branch = nullptr;  ///< into the conditional
  llvm::BranchInst* guard = nullptr;   ///< a branch on the same condition, at the initiation
  unsigned way = 0;                    ///< the successor, of the two, on which it starts
};

/// Another operation that starts while this one is pending and may be on the same memory: before it
/// the program compares both, and completes this one if they overlap.
struct AliasCheck {
  llvm::CallInst* starts = nullptr;  ///< the other one's initiation
  llvm::CallInst* wait = nullptr;    ///< for this one, or for nothing
};

/// The window between the halves.
struct Window {
  double cycles = 0;  ///< estimated; of a half of the program: cycles that it has passed
  unsigned first_line = 0, last_line = 0;  ///< of the function's own statements; 0: none
};

struct CallPair {
  const Operation* operation = nullptr;
  llvm::CallInst* initiation = nullptr;
  llvm::CallInst* completion = nullptr;
  llvm::AllocaInst* request = nullptr;
  std::optional<Abi> abi;        ///< nothing: the program's own
  Accesses flight;               ///< memory that must not be disturbed between the halves
  bool is_programs_own = false;  ///< an operation of the program; only one of its halves is known
  /// A completion of the program that may complete different operations at run time: it asks the
  /// run-time library (posted_messages.h) and stays at its place.
  bool is_asked = false;
  /// Pieces of a core run while its completion waits (SplitNest::is_staged).
  bool runs_core = false;
  bool is_reverted = false;  ///< the blocking call was restored: it represents both halves
  /// The other half of MPI_Sendrecv, whose buffers MPI wants disjoint.
  const CallPair* twin = nullptr;
  /// A barrier or an empty message: other ranks may observe memory that is not private.
  bool orders_ranks = false;
  llvm::DebugLoc place;  ///< of the blocking call
  llvm::StringRef mark;  ///< of the call in the program (call_mark.h)
  Proof proof;
  llvm::SmallVector<AliasCheck, 2> alias_checks;
  Stop above, below;
  Stop first_attached;  ///< the first statement that moved along with the completion
  ConditionalExit conditional_exit;
  /// From the outermost to the innermost; empty if there is no conditional exit.
  llvm::SmallVector<HoistGuard, 1> hoist_guards;
  llvm::SmallVector<EarlyExit, 1> early_exits;  ///< none if it has an exit
  Window window;

  /// All places where it is completed, its own completion first.
  llvm::SmallVector<llvm::CallInst*, 2> completions() const;
};

}  // namespace bamboo::overlap
