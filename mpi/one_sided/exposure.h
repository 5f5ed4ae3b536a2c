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

/// Accumulating operations on one rank's memory: one at a time, hence atomic for each element, and
/// those of an origin in their order. What comes from other processes in several pieces may be
/// complete in another order than it was sent.
class AccumulationOrder {
 public:
  /// By ranks of the same process, whose operations are whole.
  template <class Operation>
  void perform(Operation&& operation) {
    const std::lock_guard guard(mutex_);
    operation();
  }
  /// The first part of an operation is here.
  void begin(ArrivingOperation& operation);
  /// All of it is. Carries out what is not behind an incomplete one; returns what it has done.
  std::vector<ArrivingOperation*> complete(ArrivingOperation& operation);

 private:
  std::mutex mutex_;  // held for as long as an operation of any size takes
  std::map<TaskId, std::deque<ArrivingOperation*>> arriving_;
};

/// What a rank offers to the others in a window. Any thread.
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
