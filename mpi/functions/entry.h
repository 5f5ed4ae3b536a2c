// SPDX-License-Identifier: Apache-2.0
// The beginning and the end of every MPI function.
#pragma once

#include "bamboo/taskgraph/internal/trace.h"
#include "errors/errors.h"
#include "rank/calling_rank.h"

namespace bamboo::mpi {

/// Runs `body(rank)` for the calling rank, which must be between MPI_Init and MPI_Finalize or have
/// a session. Remembers the function's name and call site for reports. `handle`, of a communicator,
/// a window, a file or a session, says whose error handler applies.
template <class Handle, class Body>
inline int enter(const char* function, void* call_site, Handle handle, Body&& body) {
  const InMpi in_mpi(function, call_site);
  Rank& rank = *in_mpi.rank;
  const InRuntime in_runtime(rank);
  rank.begin_call(function, call_site);
  const CallTime::Call in_call(rank.call_time);
  try {
    if (rank.life.phase != Phase::Running && !rank.sessions.any()) [[unlikely]]
      rank.fail_outside(function);
    body(rank);
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return rank.handle_error(handle, function, error);
  }
}

}  // namespace bamboo::mpi

/// int MPI_X(…) { return BAMBOO_MPI_ENTER(comm, { …; }); }   The body can use `rank`.
#define BAMBOO_MPI_ENTER(handle, ...)                         \
  ::bamboo::mpi::enter(__func__, __builtin_return_address(0), \
                       (handle), [&]([[maybe_unused]] ::bamboo::mpi::Rank & rank) __VA_ARGS__)
