// SPDX-License-Identifier: Apache-2.0
// The library's life between MPI_Init and the end of MPI.
#pragma once

#include <mpi.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/choice.h"
#include "configuration/described_network.h"
#include "configuration/plan_file.h"
#include "configuration/settings.h"

namespace bamboo::plans::pmpi {

/// Facts that all processes of MPI_COMM_WORLD share. Constant from initialize() to the end.
struct World {
  Settings settings;
  bool reports = false;      ///< calls are recorded
  std::uint64_t served = 0;  ///< operations whose calls come to the library, by bit_of()
  std::vector<Rule> tuned;   ///< what the tuning file held at the start, after the forced ones
  std::vector<Record> remembered;           ///< choices of an earlier run, for trials
  std::vector<PlanFile*> files;             ///< that serve all communicators of their sizes
  std::vector<int> host;                    ///< by rank in MPI_COMM_WORLD: a number for each host
  std::optional<DescribedNetwork> network;  ///< nothing where it is not described
  /// On the first process, if an earlier measurement describes it: recall_description().
  std::string network_origin;
  /// Plans behind requests advance in all calls of the MPI (progress_hook.h), so they need not be
  /// direct.
  bool looks_everywhere = false;
  bool is_one_thread_in_mpi = false;  ///< at a time, in all processes
  /// Whether plans may make communicators for messages on others than MPI_COMM_WORLD. Open MPI (4.1
  /// and 5.0) deadlocks when threads make communicators of different processes at the same time. So
  /// if several threads may call MPI, they are made only if the user has named what is planned.
  bool may_make_communicators = true;
  MPI_Group group = MPI_GROUP_NULL;
  int keyval = MPI_KEYVAL_INVALID;  ///< of Communicator, as an attribute
};

/// The program of some process calls functions of bamboo_controls.h. The same on all processes.
inline std::atomic<bool> world_has_controls{false};

/// Null before the beginning, after the end, and if plans are off.
inline std::atomic<const World*> active_world{nullptr};
inline const World* world() {
  return active_world.load(std::memory_order_acquire);
}

}  // namespace bamboo::plans::pmpi
