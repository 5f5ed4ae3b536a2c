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

/// The sends that the ranks of one process hold (Mailbox::hold). MPI allows a standard send to wait
/// for its receive, but some programs rely on buffers of the installed MPI. So held sends are
/// released, by copies beyond the limit: at once if nothing else can ever happen; after a while,
/// which doubles each time, if a worker or a rank waits; and after a long while if a worker waits
/// next to one that computes. If no memory is left for a copy, the send stays held until a later
/// release.
///
/// A rank that waits for a message after a held send, in MPI, by polling, or on its own thread,
/// lets workers check this repeatedly. So a program that ends with unlimited buffers ends with
/// these. The exception is a rank that waits outside of MPI, for a file or for memory that another
/// rank changes, while no other worker can check. It needs a larger limit.
class HeldSends {
 public:
  /// The limit is BAMBOO_EAGER_BUDGET. Construct it before the tasks run, all of which are
  /// MessagingTasks.
  explicit HeldSends(TaskGraph& ranks);
  /// Called by a worker that waits; any number of threads may call it. Returns true if sends were
  /// released.
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
  /// Releases sends of the next receiver in turn. Returns false if memory ran out.
  bool release_batch(State& state);

  TaskGraph& ranks_;
  const std::size_t step_;  ///< bytes beyond the used memory
  const Clock::duration longest_;
  std::atomic<bool> seen_{false};
  Guarded<State> state_;
};

}  // namespace bamboo::mpi
