// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/internal/channel.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/placement.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// The channels that tasks of this process use: one per destination, shared by all senders. With a
/// layout the table holds the layout's edges from the start; other entries appear on first use. Its
/// size grows with the edges of the local tasks, not with the number of tasks of the job (SC'12,
/// section III-A: the mapping function, as a table).
///
///     MappingTable table(placement, here, [&](TaskId id) { return engine.local(id); });
///     table.prebuild(*layout, geometry);
///     Channel to = table.channel(destination);   // any thread, no lock once the entry is there
class MappingTable {
 public:
  using FindLocal = std::function<Task*(TaskId)>;

  MappingTable(Placement placement, ProcessId here, FindLocal local);
  ~MappingTable();

  /// Enters the edges that leave local tasks, unless they lead everywhere.
  void prebuild(const Layout& layout, const Geometry& geometry);
  Channel channel(TaskId destination);

  const Placement& placement() const { return placement_; }
  std::size_t entries() const;
  std::size_t bytes() const;  ///< memory of the table, for the statistics

 private:
  struct Slot {
    std::atomic<TaskId> task{-1};
    ProcessId process = -1;
    Task* local = nullptr;
  };
  /// Open addressing. Readers probe without a lock; a full one is replaced by a larger one and kept
  /// until the end for readers that are still in it (all old ones together are no larger than the
  /// new one).
  struct Slots {
    explicit Slots(std::size_t capacity) : slot(new Slot[capacity]), mask(capacity - 1) {}
    std::unique_ptr<Slot[]> slot;
    std::size_t mask;
  };

  static std::size_t place_of(TaskId task);
  static void insert(Slots& slots, const Channel& channel);
  Channel add(TaskId destination);

  const Placement placement_;
  const ProcessId here_;
  const FindLocal local_;
  std::atomic<Slots*> current_;
  mutable std::mutex growing_;
  std::vector<std::unique_ptr<Slots>> generations_;  // the last one is current
  std::size_t entries_ = 0;
};

}  // namespace bamboo
