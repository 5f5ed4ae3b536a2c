// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lets the installed MPI move messages while the program computes in a window.
#pragma once

#include <chrono>
#include <cstdint>

#include "relief_rule.h"

namespace bamboo::overlap {

/// How the MPI makes progress in a window.
enum class Progress {
  none,    ///< not at all
  polls,   ///< the computation itself, at the places that the compiler chose
  thread,  ///< a thread of its own, on a core that no rank uses
  relief,  ///< a thread that looks only while a large operation is in flight (relief.h)
};

/// True where a thread calls MPI beside the program: MPI has to be initialised for that.
constexpr bool needs_threads(Progress progress) {
  return progress == Progress::thread || progress == Progress::relief;
}

/// The progress that BAMBOO_OVERLAP_PROGRESS asks for. Without it, or with auto: a thread where the
/// program has windows and this host a core for it; else relief where some windows may be of large
/// operations and the job has processes on other hosts; else none: polls cost more than they hide
/// where messages leave by themselves (docs/explanation/progress.md). A thread that was not asked
/// for rests while its core turns out to be another's. Called before MPI is initialised.
Progress choose_progress();

/// After MPI_Init. `threads`: the level of thread support that MPI granted; without
/// MPI_THREAD_MULTIPLE a thread becomes polls.
void start_progress(Progress wanted, int threads);

/// By any thread, between start_progress() and stop_progress(): whether there is relief, what
/// travels without it, and that something does not. To ask where there is none is wrong.
bool has_relief();
const Reach& reach();
void ask_for_relief();

/// Behind this no thread looks at the network any more: MPI would call functions of the program in
/// it, beside the program's computation. By any thread, also before MPI is initialised.
void program_has_callbacks();

/// Before MPI_Finalize.
void stop_progress();

/// What the thread has done: how long it has lived, how long of that it rested because others
/// needed its core, as far as it has looked; for relief, how often it looked. Zero where there was
/// none; after stop_progress().
struct ThreadRecord {
  std::chrono::nanoseconds lived{}, rested{};
  uint64_t relief_looks = 0;
};
ThreadRecord thread_record();

}  // namespace bamboo::overlap
