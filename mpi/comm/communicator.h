// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "bamboo/taskgraph/types.h"
#include "comm/group.h"
#include "objects/attributes.h"
#include "topologies/cartesian.h"

namespace bamboo::mpi {

class Info;
class PlanCache;

/// A rank's view of a communicator. `context` is the same number on all members; point-to-point
/// uses it, collectives use context + 1 (contexts are allocated in steps of two).
struct Communicator {
  std::uint32_t context = 0;
  int rank = 0;
  MPI_Comm handle = MPI_COMM_NULL;
  GroupRef group;
  GroupRef remote_group;  ///< set for inter-communicators only
  std::unique_ptr<CartesianTopology> cartesian;
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;  ///< holds a reference
  Attributes attributes;
  std::shared_ptr<const Info> hints;
  std::string name;
  int collective_sequence = 0;            ///< tags of successive collectives
  std::shared_ptr<PlanCache> plan_cache;  ///< plans of collectives; made by the first one
  std::uint32_t next_context = 4;  ///< MPI_COMM_WORLD's: the lowest one that the rank never used
  bool freed = false;              ///< MPI_Comm_free was called; lives until pending operations end
  std::atomic<int> pending{0};     ///< operations that still use it; a freed request ends anywhere

  int size() const { return group->size(); }
};

/// The object behind a handle, for the calling rank. Throws MpiError(MPI_ERR_COMM).
Communicator& communicator(MPI_Comm handle);

/// The two communicators that every rank starts with.
std::unique_ptr<Communicator> make_world(TaskId me, int size);
std::unique_ptr<Communicator> make_self(TaskId me);

}  // namespace bamboo::mpi
