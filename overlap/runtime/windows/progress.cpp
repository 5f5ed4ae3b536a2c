// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "window_site.h"

extern "C" {
int32_t bamboo_overlap_pending = 0;
}

namespace bamboo::overlap {
namespace {

using Clock = std::chrono::steady_clock;

/// Between two looks at the network while something is pending: short against a window, long
/// against a look (about 1 us).
constexpr auto kInterval = std::chrono::microseconds(50);
/// A look may take 1 % of the computation's time.
constexpr int kShare = 100;
/// The thread's pause while nothing is pending.
constexpr auto kPause = std::chrono::microseconds(100);

Progress in_use = Progress::none;
MPI_Comm private_communicator = MPI_COMM_NULL;
Clock::time_point next_look;
std::thread::id mpi_thread;  ///< who initialised MPI
bool any_thread_may_call = false;
std::thread progress_thread;
std::atomic<bool> thread_ends{false};

/// Nobody ever sends on this communicator: the probe finds nothing, but looks at the network.
void look() {
  int found = 0;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, private_communicator, &found, MPI_STATUS_IGNORE);
}

bool anything_pending() {
  return __atomic_load_n(&bamboo_overlap_pending, __ATOMIC_RELAXED) > 0;
}

void run_thread() {
  while (!thread_ends.load(std::memory_order_relaxed)) {
    if (anything_pending())
      look();
    else
      std::this_thread::sleep_for(kPause);
  }
}

/// Processes of this job on this host, by the launcher's word; 0: not known.
int local_processes() {
  for (const char* name :
       {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"})
    if (const char* value = std::getenv(name)) return std::atoi(value);
  return 0;
}

bool has_spare_core() {
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof mine, &mine) != 0 || local_processes() == 0) return false;
  return CPU_COUNT(&mine) > local_processes();
}

}  // namespace

Progress choose_progress() {
  const char* asked = std::getenv("BAMBOO_OVERLAP_PROGRESS");
  if (asked != nullptr && std::strcmp(asked, "none") == 0) return Progress::none;
  if (asked != nullptr && std::strcmp(asked, "polls") == 0) return Progress::polls;
  if (asked != nullptr && std::strcmp(asked, "thread") == 0) return Progress::thread;
  if (asked != nullptr && *asked != '\0' && std::strcmp(asked, "auto") != 0)
    std::fprintf(stderr,
                 "bamboo: BAMBOO_OVERLAP_PROGRESS is '%s'; it may be auto, none, polls or thread\n",
                 asked);
  const bool has_windows = &bamboo_overlap_has_windows != nullptr;
  return has_windows && has_spare_core() ? Progress::thread : Progress::none;
}

void start_progress(Progress wanted, int threads) {
  in_use = wanted == Progress::thread && threads != MPI_THREAD_MULTIPLE ? Progress::polls : wanted;
  if (in_use == Progress::none) return;
  mpi_thread = std::this_thread::get_id();
  any_thread_may_call = threads == MPI_THREAD_MULTIPLE;
  PMPI_Comm_dup(MPI_COMM_SELF, &private_communicator);
  if (in_use == Progress::thread) progress_thread = std::thread(run_thread);
}

void stop_progress() {
  if (in_use == Progress::none) return;
  if (in_use == Progress::thread) {
    thread_ends = true;
    progress_thread.join();
  }
  in_use = Progress::none;
  PMPI_Comm_free(&private_communicator);
}

}  // namespace bamboo::overlap

extern "C" void bamboo_overlap_progress(void) {
  using namespace bamboo::overlap;
  if (in_use != Progress::polls) return;
  const auto begin = Clock::now();
  if (begin < next_look) return;
  // Computation of other threads comes here as well.
  if (!any_thread_may_call && std::this_thread::get_id() != mpi_thread) return;
  look();
  const auto end = Clock::now();
  next_look = end + std::max<Clock::duration>(kInterval, kShare * (end - begin));
}
