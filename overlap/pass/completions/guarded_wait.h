// SPDX-License-Identifier: Apache-2.0
// Completions that have left conditionals, and so come where nothing was started: the program may
// not have initialised the MPI there, or have ended it, and MPI_Wait is an error then even if it
// has nothing to wait for. They call the MPI through a function of the module that asks first:
//
//     int bamboo.MPI_Wait(MPI_Request* request, MPI_Status* status) {
//       return *request != MPI_REQUEST_NULL ? MPI_Wait(request, status) : MPI_SUCCESS;
//     }
#pragma once

#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Makes the pair's completion, which ignores its status, call MPI only if an operation is pending.
/// Call it when all halves are at their final places. The analyses do not know the new function.
void guard(CallPair& pair);

/// Whether the pair's completion calls MPI exactly when an operation is pending. The verifier uses
/// it on the finished module.
bool is_guarded(const CallPair& pair);

}  // namespace bamboo::overlap
