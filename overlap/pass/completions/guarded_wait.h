// SPDX-License-Identifier: Apache-2.0
/// \file
/// Completions that have left conditionals, and so come where nothing was started: the program may
/// not have initialised the MPI there, or have ended it, and MPI_Wait is an error then even if it
/// has nothing to wait for. They call the MPI through a function of the module that asks first:
///
///     int bamboo.MPI_Wait(MPI_Request* request, MPI_Status* status) {
///       return *request != MPI_REQUEST_NULL ? MPI_Wait(request, status) : MPI_SUCCESS;
///     }
#pragma once

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// Lets the pair's completion, which ignores its status, call the MPI only where something is
/// pending. When all halves stand where they will stay: nothing is known about the new function.
void guard(NonblockingOperation& pair);

/// True when the pair's completion calls the MPI where something is pending, and only there: for
/// the verifier, from the finished module.
bool is_guarded(const NonblockingOperation& pair);

}  // namespace bamboo::overlap
