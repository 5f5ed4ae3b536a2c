// SPDX-License-Identifier: Apache-2.0
// The release of sends that wait because the memory for unexpected messages is full.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo::mpi {

/// The sends that the ranks of one process hold (Mailbox::hold). MPI lets a standard send wait for
/// its receive, but programs run under the installed MPIs that rely on buffers. So held sends are
/// released, by copies beyond the limit: at once where nothing else can ever happen, and after a
/// while, twice as long each time, where a worker or a rank waits for something.
///
/// A rank that waits for what follows a held send waits in MPI, polls, or waits on a thread of its
/// own: in all three cases workers look here again and again. So a program that ends with unlimited
/// buffers ends with these.
class HeldSends {
 public:
  /// The limit is BAMBOO_EAGER_BUDGET. Before the tasks run, all of which are MessagingTasks.
  explicit HeldSends(TaskGraph& ranks);
  /// By a worker that waits. Any number of threads.
  void release_if_due(Waiting waiting);

 private:
  using Clock = std::chrono::steady_clock;
  struct Grace {
    Clock::time_point since{};  ///< when held sends were seen first, or released last
    Clock::duration span{};
  };
  bool is_over(Grace& grace);
  void release();
  bool release_one_each();

  TaskGraph& ranks_;
  const std::size_t step_;  ///< bytes beyond what is used
  const Clock::duration longest_;
  std::atomic<bool> seen_{false};
  Guarded<Grace> grace_;
};

}  // namespace bamboo::mpi
