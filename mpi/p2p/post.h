// SPDX-License-Identifier: Apache-2.0
// How a task sends and receives, for the MPI functions and for the steps of collectives.
#pragma once

#include <cstddef>

#include "matching/request.h"

namespace bamboo::mpi {

/// Starts a request whose arguments are filled in (persistent ones, requests on the stack).
void post_send(Request& request);
void post_receive(Request& request);

/// The destination of a collective's steps: a world rank under (context, tag).
struct StepPeer {
  TaskId world_rank;
  std::uint32_t context;
  int tag;
};

/// Starts a step's send of `count` elements. The buffer may be reused when the request is complete;
/// null is returned when it already is. `comm` is in use until the request is freed.
Request* post_step_send(MessagingTask& task, const void* buffer, std::size_t count,
                        const Datatype& type, StepPeer to, InUse& comm, CollectiveCall call);

/// Posts a step's receive. The peer may be any_source, the tag MPI_ANY_TAG.
Request* post_step_receive(MessagingTask& task, void* buffer, std::size_t count,
                           const Datatype& type, StepPeer from, InUse& comm, CollectiveCall call);

}  // namespace bamboo::mpi
