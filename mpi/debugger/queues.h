// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "debugger/table.h"
#include "debugger/target.h"

namespace bamboo::mpi {

/// A group of a rank's communicator: its members by their ranks in MPI_COMM_WORLD.
struct GroupView {
  int size = 0;
  std::vector<std::int32_t> members;  ///< empty: all ranks of the job

  int world_rank(int rank) const { return members.empty() ? rank : members.at(rank); }
  /// -1: it is no member.
  int rank_of(int world_rank) const;
};

/// A communicator as one of the process's ranks has it.
struct CommunicatorView {
  int owner = 0;  ///< in MPI_COMM_WORLD
  DebuggedQueues queues;
  std::uint32_t context = 0;  ///< of point-to-point; collectives have the next one
  int rank = 0;
  GroupView group, peers;
  std::string name;  ///< "rank 3, MPI_COMM_WORLD"

  bool has(std::uint32_t its_context) const { return its_context - context <= 1; }
};

/// The communicators of all ranks of the process. `table` is bamboo_debugger_table, which is empty
/// while no rank has begun.
std::vector<CommunicatorView> communicators_of(const Target& target, Address table);
std::vector<mqs_pending_operation> operations_of(const Target& target, const QueueLayout& layout,
                                                 const CommunicatorView& comm, mqs_op_class which);

}  // namespace bamboo::mpi
