// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "comm/group.h"
#include "matching/in_use.h"
#include "matching/request.h"
#include "objects/attributes.h"
#include "p2p/attached_buffer.h"
#include "topologies/topology.h"

namespace bamboo::mpi {

class Info;
class MessagingTask;
class PlanCache;

/// A rank's view of a communicator. `context` is the same number on all members; point-to-point
/// uses it, collectives use context + 1 (contexts are allocated in steps of two).
struct Communicator : InUse {
  explicit Communicator(MessagingTask& its_task) : task(its_task) {}

  int size() const { return group->size(); }
  /// The ranks that a message goes to or comes from.
  const Group& peers() const { return remote_group ? *remote_group : *group; }
  /// The ranks between which the messages of collectives go, and the rank's number among them.
  const Group& parties() const { return everyone ? *everyone : *group; }
  int party() const { return everyone ? place : rank; }

  MessagingTask& task;  ///< the rank whose view it is
  std::uint32_t context = 0;
  int rank = 0;
  MPI_Comm handle = MPI_COMM_NULL;
  GroupRef group;
  // Set for inter-communicators only.
  GroupRef remote_group;
  GroupRef everyone;                         ///< both groups, in the same order on all members
  int place = 0;                             ///< the rank's number in it
  std::shared_ptr<const Topology> topology;  ///< null: none
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;  ///< holds a reference
  Attributes<MPI_Comm> attributes;
  std::shared_ptr<const Info> hints;
  std::string name;
  std::optional<AttachedBuffer> attached;
  int collective_sequence = 0;            ///< tags of successive collectives
  int persistent_collectives = 0;         ///< the same of persistent ones
  std::int64_t partitions = 0;            ///< that have got a tag
  std::shared_ptr<PlanCache> plan_cache;  ///< plans of collectives; made by the first one
  bool freed = false;  ///< MPI_Comm_free was called; lives until pending operations end
};

/// The communicator of a request; null for a request of none.
inline Communicator* communicator_of(const Request& request) {
  return static_cast<Communicator*>(request.comm);
}

}  // namespace bamboo::mpi
