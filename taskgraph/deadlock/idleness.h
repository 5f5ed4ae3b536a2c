// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "bamboo/taskgraph/internal/guarded.h"

namespace bamboo {

class Messenger;

/// Whether any worker of this process has something to run, and since when not. Tells the
/// messenger, which looks for deadlocks over all processes.
class Idleness {
 public:
  Idleness(int workers, Messenger* messenger, Threads threads = Threads::Several)
      : workers_(workers), messenger_(messenger), idle_workers_(threads) {}

  void enter();  ///< a worker found nothing to run
  void leave();  ///< … and now did
  /// A task has become runnable, though no worker has taken it yet. Any thread.
  void work_appeared() {
    if (idle_.load()) end();
  }
  bool idle_for(std::uint64_t ticks) const;

 private:
  void end();

  const int workers_;
  Messenger* const messenger_;
  Guarded<int> idle_workers_;
  std::atomic<bool> idle_{false};
  std::atomic<std::uint64_t> since_{0};
};

}  // namespace bamboo
