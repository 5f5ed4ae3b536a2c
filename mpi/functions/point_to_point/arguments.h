// SPDX-License-Identifier: Apache-2.0
// Checks that point-to-point functions share. They throw MpiError with MPI's class and a text that
// contains the argument, its value and the legal values.
#pragma once

#include <mpi.h>

#include "errors/checks.h"
#include "errors/errors.h"
#include "rank/rank.h"

namespace bamboo::mpi {

void check_buffer(const void* buffer, MPI_Count count, const Datatype& type);
/// World rank of a destination; no_peer for MPI_PROC_NULL.
TaskId destination(const Communicator& comm, int rank);
/// World rank of a source; any_source and no_peer for the wildcards of that meaning.
TaskId source(const Communicator& comm, int rank);
void check_send_tag(int tag);
void check_receive_tag(int tag);

/// Fills in a request's arguments after checking them.
void set_send(Rank& rank, Request& request, const void* buffer, MPI_Count count, MPI_Datatype type,
              int dest, int tag, MPI_Comm comm, SendMode mode);
void set_receive(Rank& rank, Request& request, void* buffer, MPI_Count count, MPI_Datatype type,
                 int source, int tag, MPI_Comm comm);

/// A completed request that returns, or may return, an error.
bool failed(const Request& request);
/// The status of a completed request for the program; `status.MPI_ERROR` is MPI_SUCCESS or the
/// error class.
MPI_Status status_of(const Request& request);
/// Gives the status of a completed receive, or throws what went wrong with it.
void finish_receive(const Request& request, MPI_Status* status);
/// Throws the error that a function of a generalized request returned.
[[noreturn]] void throw_of_program(const char* function, int code);
/// Throws what `status` says went wrong with the request.
void throw_if_failed(const Request& request, const MPI_Status& status);

}  // namespace bamboo::mpi
