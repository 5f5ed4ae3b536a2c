// SPDX-License-Identifier: Apache-2.0
// Handles operations that start while another one is pending and that may use the same memory:
// rows of one array whose places are known only at run time. The program compares them at run time
// and, if they overlap, completes the first operation before the second one starts:
//
//     MPI_Irecv(p, n, …, &q);                       MPI_Irecv(p, n, …, &q);
//     MPI_Wait(&q);                                 meet = p < s + m && s < p + n;
//     MPI_Irecv(s, m, …);                      =>   MPI_Waitall(meet ? 1 : 0, &q, …);
//     compute();                                    MPI_Irecv(s, m, …);
//                                                   compute();
//                                                   MPI_Wait(&q);
//
// After the early completion the request is null, so the second wait does nothing.
#pragma once

#include <llvm/IR/Dominators.h>

#include "effects/dependence.h"
#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Whether the program can compare the two accesses, one of each operation, and complete the first
/// one early. Returns false if they certainly overlap.
bool may_check(const CallPair& completing, const Access& access, const CallPair& starting,
               const Access& other);

/// Accesses of two operations that must not be pending together if they overlap.
using AliasPair = std::pair<const Access*, const Access*>;
llvm::SmallVector<AliasPair, 2> may_alias(const CallPair& pair, const CallPair& other,
                                          const Dependence& dependence);

/// Inserts comparisons of the pair with all operations that start while it is pending. Call it when
/// all halves are at their final places.
void insert_alias_checks(CallPair& pair, llvm::ArrayRef<CallPair*> all,
                         const Dependence& dependence, const llvm::DominatorTree& dominators);

}  // namespace bamboo::overlap
