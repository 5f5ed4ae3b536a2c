// SPDX-License-Identifier: Apache-2.0
// Completions of the program's own requests that were moved out of conditionals. On other paths
// the state of a request is unknown: it may be null, or pending and waited for elsewhere. There
// the moved completion waits for zero requests:
//
//     if (left) { MPI_Irecv(…, &q); MPI_Wait(&q, …); }     n = 0;
//     compute();                                           if (left) { MPI_Irecv(…, &q); n = 1; }
//                                                      =>  compute();
//                                                          MPI_Waitall(n, &q, …);
#pragma once

#include <llvm/IR/Dominators.h>

#include "effects/points_to.h"
#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Returns why the completion would have an effect although it waits for no request; nothing if it
/// has none.
std::optional<Reason> why_not_for_count_zero(const llvm::CallInst& completion);

/// Why it must not leave the conditional behind `branch`; nothing: it may.
std::optional<Reason> why_not_to_leave(const llvm::CallInst& completion,
                                       const llvm::Instruction& branch,
                                       const llvm::DominatorTree& dominators);

/// Makes a completion that was moved out of conditionals, from before `origin`, wait for no request
/// on paths that do not come from there.
void make_count_conditional(CallPair& pair, llvm::Instruction& origin, PointsTo& points_to);

/// Moves the load of the count, and statements that moved with it, back: the count is set at the
/// end of the conditional and read next to the completion.
void sink_count_load(const CallPair& pair);

/// Moves a completion that gains nothing outside of its conditional back to the end of it.
void restore_count(CallPair& pair);

/// How such a completion gets its number of requests. The verifier finds it in the finished
/// function.
struct RequestCount {
  const llvm::LoadInst* read = nullptr;        ///< in front of the completion
  const llvm::AllocaInst* variable = nullptr;  ///< that is read
  const llvm::StoreInst* begin = nullptr;      ///< of the program's count; null: there is not one
  llvm::SmallVector<const llvm::StoreInst*, 1> none;  ///< of 0
};
RequestCount request_count_of(const llvm::CallInst& completion);

}  // namespace bamboo::overlap
