// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lets the installed MPI move messages while the program computes in a window.
#pragma once

#include <chrono>

namespace bamboo::overlap {

/// How the MPI makes progress in a window.
enum class Progress {
  none,    ///< not at all
  polls,   ///< the computation itself, at the places that the compiler chose
  thread,  ///< a thread of its own, on a core that no rank uses
};

/// The progress that BAMBOO_OVERLAP_PROGRESS asks for; without it, or with auto: a thread
/// where the program has windows and this host a core for it, else none: polls cost more than
/// they hide where messages leave by themselves (docs/explanation/windows.md). A thread that was
/// not asked for rests while its core turns out to be another's. Called before MPI is initialised.
Progress choose_progress();

/// After MPI_Init. `threads`: the level of thread support that MPI granted; without
/// MPI_THREAD_MULTIPLE a thread becomes polls.
void start_progress(Progress wanted, int threads);

/// Before MPI_Finalize.
void stop_progress();

/// How long the thread has lived, and how long of that it rested because others needed its core, as
/// far as it has looked. Zero where there was none; after stop_progress().
struct ThreadTimes {
  std::chrono::nanoseconds lived{}, rested{};
};
ThreadTimes thread_times();

}  // namespace bamboo::overlap
