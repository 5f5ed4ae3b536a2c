// SPDX-License-Identifier: Apache-2.0
// The release of sends that wait because the memory for unexpected messages is full.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"
#include "matching/mailbox.h"

namespace bamboo::mpi {

/// The sends that the ranks of one process hold (Mailbox::hold). MPI lets a standard send wait for
/// its receive, but programs run under the installed MPIs that rely on buffers. So held sends are
/// released, by copies beyond the limit: at once where nothing else can ever happen, after a while,
/// twice as long each time, where a worker or a rank waits for something, and after a long while
/// where a worker waits beside one that computes. Where no memory is left for a copy, the send
/// stays held until a later release.
///
/// A rank that waits for what follows a held send and waits in MPI, polls, or waits on a thread of
/// its own lets workers look here again and again. So a program that ends with unlimited buffers
/// ends with these. The exception: a rank that waits outside of MPI, for a file or for memory that
/// another rank changes, while no other worker is there to look. It needs a larger limit.
class HeldSends {
 public:
  /// The limit is BAMBOO_EAGER_BUDGET. Before the tasks run, all of which are MessagingTasks.
  explicit HeldSends(TaskGraph& ranks);
  /// By a worker that waits. Any number of threads. True: sends were released.
  bool release_if_due(Waiting waiting);

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    Clock::time_point since{};  ///< when held sends were seen first, or released last
    Clock::duration grace{};
    IntrusiveList<HoldingReceiver> receivers;  ///< the next one first
    std::vector<Request*> sends;               ///< of a batch
  };
  bool is_over(State& state, Waiting waiting);
  bool release(State& state);
  /// Of the next receiver: they take turns. False: memory ran out.
  bool release_batch(State& state);

  TaskGraph& ranks_;
  const std::size_t step_;  ///< bytes beyond what is used
  const Clock::duration longest_;
  std::atomic<bool> seen_{false};
  Guarded<State> state_;
};

}  // namespace bamboo::mpi
