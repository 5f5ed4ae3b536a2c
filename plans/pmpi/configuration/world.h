// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library's life between MPI_Init and the end of MPI.
#pragma once

#include <mpi.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "configuration/described_network.h"
#include "configuration/plan_file.h"
#include "configuration/settings.h"

namespace bamboo::plans::pmpi {

/// The facts that all processes of MPI_COMM_WORLD know alike. Constant between initialize() and the
/// end.
struct World {
  Settings settings;
  bool reports = false;          ///< calls are recorded
  std::uint64_t served = 0;      ///< operations whose calls come to the library, by bit_of()
  std::vector<Rule> tuned;       ///< what the tuning file held at the start, after the forced ones
  std::vector<PlanFile*> files;  ///< that serve all communicators of their sizes
  std::vector<int> host;         ///< by rank in MPI_COMM_WORLD: a number for each host
  std::optional<DescribedNetwork> network;  ///< nothing where it is not described
  /// On the first process, where an earlier measurement describes it: recall_description().
  std::string network_origin;
  /// Plans behind requests get on in all calls of the MPI (progress_hook.h), so they need not be
  /// direct.
  bool looks_everywhere = false;
  bool is_one_thread_in_mpi = false;  ///< at a time, in all processes
  /// Whether plans may make communicators for messages on others than MPI_COMM_WORLD. Open MPI (4.1
  /// and 5.0) deadlocks when threads make communicators of different processes at the same time; so
  /// only a user who says what is planned has them where several threads may be in it.
  bool may_make_communicators = true;
  MPI_Group group = MPI_GROUP_NULL;
  int keyval = MPI_KEYVAL_INVALID;  ///< of Communicator, as an attribute
};

/// A process's program calls what bamboo_controls.h declares. The same on all processes.
inline std::atomic<bool> world_has_controls{false};

/// Null before the beginning, after the end, and when plans are off.
inline std::atomic<const World*> active_world{nullptr};
inline const World* world() {
  return active_world.load(std::memory_order_acquire);
}

}  // namespace bamboo::plans::pmpi
