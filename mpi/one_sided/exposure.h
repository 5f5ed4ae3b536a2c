// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "one_sided/lock_queue.h"
#include "one_sided/waiting.h"
#include "one_sided/window_memory.h"

namespace bamboo::mpi {

class ArrivingOperation;

/// Orders accumulating operations on one rank's memory: one at a time, hence atomic for each
/// element, and those of an origin in their order. Operations of other processes that consist of
/// several pieces may complete in another order than they were sent.
class AccumulationOrder {
 public:
  /// Called by ranks of the same process, whose operations arrive whole.
  template <class Operation>
  void perform(Operation&& operation) {
    const std::lock_guard guard(mutex_);
    operation();
  }
  /// The first part of an operation is here.
  void begin(ArrivingOperation& operation);
  /// The whole operation has arrived. Performs all operations that are not after an incomplete one,
  /// and returns them.
  std::vector<ArrivingOperation*> complete(ArrivingOperation& operation);

 private:
  std::mutex mutex_;  // held for as long as an operation of any size takes
  std::map<TaskId, std::deque<ArrivingOperation*>> arriving_;
};

/// The memory that a rank exposes to others in a window. Any thread may use it.
struct Exposure {
  template <class... Arguments>
  explicit Exposure(Arguments&&... memory_arguments)
      : memory(std::forward<Arguments>(memory_arguments)...) {}

  WindowMemory memory;
  AccumulationOrder accumulations;
  Guarded<LockQueue> locks;
  Notices posts;      ///< of targets, to this rank as an origin
  Notices completes;  ///< of origins, to this rank as a target
};

}  // namespace bamboo::mpi
