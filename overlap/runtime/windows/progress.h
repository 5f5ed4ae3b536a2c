// SPDX-License-Identifier: Apache-2.0
// Lets the installed MPI move messages while the program computes in a window.
#pragma once

#include <chrono>
#include <cstdint>

#include "relief_rule.h"

namespace bamboo::overlap {

/// How the MPI makes progress in a window.
enum class Progress {
  none,    ///< not at all
  polls,   ///< the computation itself, at the places that the compiler chose
  thread,  ///< a separate thread, on a core that no rank uses
  relief,  ///< a thread that polls only while a large operation is in flight (relief.h)
};

/// Whether a thread calls MPI concurrently with the program: MPI must be initialised for that.
constexpr bool needs_threads(Progress progress) {
  return progress == Progress::thread || progress == Progress::relief;
}

/// Chooses the progress mode that BAMBOO_OVERLAP_PROGRESS asks for. Without it, or with auto: a
/// thread if the program has windows and this host has a core for it; else relief if some windows
/// may be of large operations and the job has processes on other hosts; else none, because polls
/// cost more than they hide when messages leave without help (docs/explanation/progress.md). A
/// thread that the user did not ask for rests while its core turns out to be used by others. Call
/// it before MPI is initialised.
Progress choose_progress();

/// Call it after MPI_Init. `threads` is the level of thread support that MPI granted; without
/// MPI_THREAD_MULTIPLE a thread becomes polls.
void start_progress(Progress wanted, int threads);

/// Whether there is a relief thread; the messages that travel without it; a request for relief. The
/// last one requires relief. Any thread may call these between start_progress() and
/// stop_progress().
bool has_relief();
const Reach& reach();
void ask_for_relief();

/// Stops all progress by threads: MPI would call functions of the program in them, concurrently
/// with the program's computation. Any thread may call it, also before MPI is initialised.
void program_has_callbacks();

/// Call it before MPI_Finalize.
void stop_progress();

/// The record of the thread: its lifetime, the part of it that it rested because others needed its
/// core, as far as it has checked; for relief, the number of polls. Zero if there was no thread.
/// Valid after stop_progress().
struct ThreadRecord {
  std::chrono::nanoseconds lived{}, rested{};
  uint64_t relief_looks = 0;
};
ThreadRecord thread_record();

}  // namespace bamboo::overlap
