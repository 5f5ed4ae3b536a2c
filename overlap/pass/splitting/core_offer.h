// SPDX-License-Identifier: Apache-2.0
// Makes a function of the core of a staged exchange. The library runs it in pieces while the
// completions between the core and the rest wait (runtime/splitting/staged_core.h):
//
//     if (core()) core of the nest;         if (core()) offer(core function);
//     MPI_Waitall(…);                       during(…); MPI_Waitall(…);
//     unpack; pack; MPI_Isend(…);     =>    unpack; pack; MPI_Isend(…);
//     MPI_Waitall(…);                       during(…); MPI_Waitall(…);
//     rest of the nest                      rest of the nest, with what is left of the core
#pragma once

#include "pass/operations/call_pair.h"
#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// The library knows the stages, so it lets the core begin at the first completion at which enough
/// of the core may run. Call it after the core was verified at its place. A core that cannot become
/// a function stays and begins there. The function's analyses are invalid afterwards.
void offer_core(SplitNest& split, llvm::ArrayRef<CallPair*> pairs);

}  // namespace bamboo::overlap
