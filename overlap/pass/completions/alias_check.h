// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operations that start while another one is pending, on what may be the same memory: rows of one
/// array, whose places are known only when the program runs. There it compares them, and completes
/// the first operation before the second one starts where they meet:
///
///     MPI_Irecv(p, n, …, &q);                       MPI_Irecv(p, n, …, &q);
///     MPI_Wait(&q);                                 meet = p < s + m && s < p + n;
///     MPI_Irecv(s, m, …);                      =>   MPI_Waitall(meet ? 1 : 0, &q, …);
///     compute();                                    MPI_Irecv(s, m, …);
///                                                   compute();
///                                                   MPI_Wait(&q);
///
/// The request is null behind the early completion, and the other one does nothing then.
#pragma once

#include <llvm/IR/Dominators.h>

#include "effects/dependence.h"
#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// True when the program can compare the two accesses, one of each operation, and complete the
/// first one early. Not where they surely meet.
bool may_check(const NonblockingOperation& completing, const Access& access,
               const NonblockingOperation& starting, const Access& other);

/// Accesses of two operations that must not be pending together where they meet.
using AliasPair = std::pair<const Access*, const Access*>;
llvm::SmallVector<AliasPair, 2> may_alias(const NonblockingOperation& pair,
                                          const NonblockingOperation& other,
                                          const Dependence& dependence);

/// Lets the program compare the pair with all operations that start while it is pending. When all
/// halves stand where they will stay.
void insert_alias_checks(NonblockingOperation& pair, llvm::ArrayRef<NonblockingOperation*> all,
                         const Dependence& dependence, const llvm::DominatorTree& dominators);

}  // namespace bamboo::overlap
