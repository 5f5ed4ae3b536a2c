// SPDX-License-Identifier: Apache-2.0
/// \file
/// Completions that have gone on behind a branch whose ways do not meet again before the function
/// or the iteration ends, as at an early return. They go on on one way; all others wait where they
/// begin:
///
///     MPI_Recv(ghosts, …);             MPI_Irecv(ghosts, …, &q);
///     if (done) return;           =>   if (done) { MPI_Wait(&q); return; }
///     compute(); use(ghosts);          compute(); MPI_Wait(&q); use(ghosts);
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// True for a branch on a condition.
bool is_conditional_branch(const llvm::Instruction& instruction);

/// The way behind the branch at the end of `block` on which a completion goes on: one that is
/// executed once for each execution of the branch that takes it, and, of several, the one that the
/// larger part of the rest belongs to. Null: there is none.
llvm::BasicBlock* continuing_successor(llvm::BasicBlock& block,
                                       const llvm::DominatorTree& dominators,
                                       const llvm::LoopInfo& loops);

/// Why the completion must not be executed at several places; nothing: it may.
std::optional<Reason> why_not_duplicated(const NonblockingOperation& pair);

/// Lets all ways of the pair's forks but those that the completion went on complete it. May split
/// edges; the analyses are kept.
void complete_on_exits(NonblockingOperation& pair, llvm::DominatorTree& dominators,
                       llvm::PostDominatorTree& post_dominators, llvm::LoopInfo& loops);

/// Puts a completion that gains too little by it back in front of the first fork, before the other
/// ways complete the pair.
void withdraw_from_exits(NonblockingOperation& pair);

}  // namespace bamboo::overlap
