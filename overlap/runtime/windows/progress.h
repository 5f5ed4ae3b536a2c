// SPDX-License-Identifier: Apache-2.0
// Lets the installed MPI move messages while the program computes in a window.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "network_look.h"
#include "poll_pace.h"
#include "relief.h"
#include "relief_rule.h"

namespace bamboo::overlap {

/// How the MPI makes progress in a window.
enum class ProgressMode {
  None,    ///< not at all
  Polls,   ///< the computation itself, at the places that the compiler chose
  Thread,  ///< a separate thread, on a core that no rank uses
  Relief,  ///< a thread that polls only while a large operation is in flight (relief.h)
};

/// Whether a thread calls MPI concurrently with the program: MPI must be initialised for that.
constexpr bool needs_threads(ProgressMode mode) {
  return mode == ProgressMode::Thread || mode == ProgressMode::Relief;
}

/// The record of the thread: its lifetime; the part of that in which it rested because others
/// needed its core, up to its last check; for relief, the number of polls. All are zero if there
/// was no thread.
struct ThreadRecord {
  std::chrono::nanoseconds lived{}, rested{};
  uint64_t relief_looks = 0;
};

/// The progress of this process.
class Progress {
 public:
  /// Chooses the mode that BAMBOO_OVERLAP_PROGRESS asks for. Without it, or with auto: a thread if
  /// the program has windows and this host has a core for it; else relief if some windows may be of
  /// large operations and the job has processes on other hosts; else none, because polls cost more
  /// than they hide when messages leave without help (docs/explanation/progress.md). A thread that
  /// the user did not ask for rests while its core turns out to be used by others. Call it before
  /// MPI is initialised.
  ProgressMode choose();

  /// Call it after MPI_Init. `threads` is the level of thread support that MPI granted; without
  /// MPI_THREAD_MULTIPLE a thread becomes polls.
  void start(ProgressMode wanted, int threads);

  /// Whether there is a relief thread; the messages that travel without it; a request for relief.
  /// The last one requires relief. Any thread may call these between start() and stop().
  bool has_relief() const { return mode_ == ProgressMode::Relief; }
  const Reach& reach() const { return reach_; }
  void ask_for_relief() { relief_->ask(); }

  /// A poll of the computation. Any thread may call it at any time.
  void poll();

  /// Stops all progress by threads: MPI would call functions of the program in them, concurrently
  /// with the program's computation. Any thread may call it, also before MPI is initialised.
  void program_has_callbacks();

  /// Call it before MPI_Finalize.
  void stop();

  /// Valid after stop().
  const ThreadRecord& thread_record() const { return record_; }

 private:
  void look_beside_program();
  void yield_core(const std::stop_token& end);
  void run_thread(const std::stop_token& end);

  /// Threads that only compute may poll before MPI_Init has returned, and while MPI_Finalize runs.
  /// So start() stores it last.
  std::atomic<ProgressMode> mode_{ProgressMode::None};
  std::optional<NetworkLook> network_;

  PollPace pace_;
  std::thread::id mpi_thread_;  ///< the thread that initialised MPI
  bool any_thread_may_call_ = false;
  /// Set while a poll looks at the network, and from stop() on.
  std::atomic_flag is_busy_for_polls_;

  std::mutex look_mutex_;  ///< of looks beside the program
  std::atomic<bool> has_callbacks_{false};
  ThreadRecord record_;

  bool may_rest_ = false;  ///< the thread was not asked for
  std::mutex rest_mutex_;
  std::condition_variable_any rest_ends_;
  std::jthread thread_;

  std::optional<Relief> relief_;
  Reach reach_{};
};

/// It lives as long as the process: a forked process has no thread that its end could wait for.
Progress& progress();

}  // namespace bamboo::overlap
