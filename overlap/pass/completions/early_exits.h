// SPDX-License-Identifier: Apache-2.0
// Completions that continue after a branch whose paths do not join again before the function or
// the iteration ends, as at an early return. The completion continues on one path; all other paths
// wait at their beginning:
//
//     MPI_Recv(ghosts, …);             MPI_Irecv(ghosts, …, &q);
//     if (done) return;           =>   if (done) { MPI_Wait(&q); return; }
//     compute(); use(ghosts);          compute(); MPI_Wait(&q); use(ghosts);
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Whether the instruction is a branch with a condition.
bool is_conditional_branch(const llvm::Instruction& instruction);

/// Returns the successor of `block` on which a completion continues: one that is executed once for
/// each execution of the branch that takes it, and, of several, the one with the larger part of the
/// remaining code. Returns null if there is none.
llvm::BasicBlock* continuing_successor(llvm::BasicBlock& block,
                                       const llvm::DominatorTree& dominators,
                                       const llvm::LoopInfo& loops);

/// Why the completion must not be executed at several places; nothing: it may.
std::optional<Reason> why_not_duplicated(const CallPair& pair);

/// Adds completions of the pair on all paths of its forks except those that the completion took.
/// May split edges; keeps the analyses valid.
void complete_on_exits(CallPair& pair, llvm::DominatorTree& dominators,
                       llvm::PostDominatorTree& post_dominators, llvm::LoopInfo& loops);

/// Moves a completion that does not gain enough behind forks back in front of the first fork,
/// before the other paths complete the pair.
void withdraw_from_exits(CallPair& pair);

}  // namespace bamboo::overlap
