// SPDX-License-Identifier: Apache-2.0
// The program's requests. MPI may give two operations that are complete at once the same handle,
// so each gets a generalized request of its own.
#pragma once

#include "operation.h"

namespace checking {

/// Gives the program a request for an operation that MPI has started.
void publish(std::unique_ptr<Operation> operation, MPI_Request* request);

/// The operation behind a request; null for requests that are not of this library.
Operation* find(MPI_Request request);

/// Ends the operation behind a request that MPI has completed; the request becomes null.
void complete(MPI_Request* request);

/// Ends the program when something is still pending.
void check_nothing_pending();

}  // namespace checking

/// The same for programs, at places where all their operations should be complete.
extern "C" void checking_mpi_nothing_pending();
