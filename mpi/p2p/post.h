// SPDX-License-Identifier: Apache-2.0
// Point-to-point between virtual ranks, for the MPI functions and for the steps of collectives.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "matching/pattern.h"
#include "matching/request.h"

namespace bamboo::mpi {

/// Steps of collectives. Starts a send of `count` elements to `world_rank` under (context, tag).
/// The buffer may be reused when the request is complete; null is returned when it already is.
Request* start_send(Rank& rank, const void* buffer, std::size_t count, const Datatype& type,
                    TaskId world_rank, std::uint32_t context, int tag, Communicator* comm,
                    CollectiveCall call);

/// Posts a receive. `world_rank` may be any_source, `tag` may be MPI_ANY_TAG.
Request* start_receive(Rank& rank, void* buffer, std::size_t count, const Datatype& type,
                       TaskId world_rank, std::uint32_t context, int tag, Communicator* comm,
                       CollectiveCall call);

/// In a send block every standard send is a put.
SendMode effective_mode(const Rank& rank, SendMode mode);

/// The same for a request whose arguments are filled in (persistent ones, requests on the stack).
void post_send(Request& request);
void post_receive(Request& request);

/// Suspends the rank until all (at least one) of the non-null requests are complete. Advances the
/// rank's pending collectives meanwhile. Does not release the requests.
void wait_all(Rank& rank, std::span<Request* const> requests);
void wait_any(Rank& rank, std::span<Request* const> requests);
/// One look; when nothing is complete the other tasks of the worker run once, then a second look.
bool test_any(Rank& rank, std::span<Request* const> requests);
bool test_all(Rank& rank, std::span<Request* const> requests);

/// Gives a complete, non-persistent request back.
void release(Request* request);

/// A nonblocking collective in progress: the rank calls advance() whenever one of its internal
/// requests may have completed (in every wait, test and progress call of the rank). True: finished;
/// so it is when it throws an MpiError.
class PendingCollective {
 public:
  virtual ~PendingCollective() = default;
  virtual bool advance(Rank& rank) = 0;
  /// The receives of messages that are missing now, for reports.
  virtual std::vector<const Request*> waits_for() const = 0;
};

struct RunningCollective {
  std::unique_ptr<PendingCollective> operation;
  Request* request;
};

/// Creates the user's request for a nonblocking collective; `operation` is advanced once at once
/// and destroyed when finished, whereupon the request is complete.
Request* start_collective(Rank& rank, Communicator* comm,
                          std::unique_ptr<PendingCollective> operation);
void advance_collectives(Rank& rank);

/// The request behind a handle; null for MPI_REQUEST_NULL. Throws MpiError(MPI_ERR_REQUEST).
Request* request_of(const Rank& rank, MPI_Request handle);

}  // namespace bamboo::mpi
