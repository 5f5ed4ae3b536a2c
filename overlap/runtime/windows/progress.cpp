// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <mpi.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "bamboo/support/cgroup_quota.h"
#include "bamboo/support/core_figures.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/support/spare_core.h"
#include "loaded_objects.h"
#include "network_look.h"
#include "parameters.h"
#include "poll_pace.h"
#include "relief.h"
#include "window_site.h"

extern "C" {
int32_t bamboo_overlap_pending = 0;
}

namespace bamboo::overlap {
namespace {

using Clock = std::chrono::steady_clock;

/// The thread's pause while nothing is pending.
constexpr auto kPause = std::chrono::microseconds(100);

/// Threads that only compute may poll before MPI_Init has returned, and while MPI_Finalize runs. So
/// start_progress() stores it last.
std::atomic<Progress> in_use{Progress::none};
// Threads' data live as long as the process: a forked process has no such thread to wait for.
auto& network = *new std::optional<NetworkLook>;
PollPace pace;
std::thread::id mpi_thread;  ///< the thread that initialised MPI
bool any_thread_may_call = false;
/// Set while a poll looks at the network, and from stop_progress() on.
std::atomic_flag is_busy_for_polls;
auto& look_mutex = *new std::mutex;  ///< of looks beside the program
std::atomic<bool> has_callbacks{false};
auto& progress_thread = *new std::thread;
bool may_rest = false;  ///< the thread was not asked for
ThreadRecord record;
auto& relief = *new std::optional<Relief>;
Reach known_reach{};
std::mutex rest_mutex;
std::condition_variable rest_ends;
std::atomic<bool> thread_ends{false};

bool anything_pending() {
  return __atomic_load_n(&bamboo_overlap_pending, __ATOMIC_RELAXED) > 0;
}

void look_beside_program() {
  const std::lock_guard lock(look_mutex);
  if (!has_callbacks) network->look();
}

/// Waits until the next check of the core, or the end.
void stand_aside() {
  std::unique_lock lock(rest_mutex);
  rest_ends.wait_for(lock, support::SpareCoreWatch::kPeriod,
                     [] { return thread_ends.load(std::memory_order_relaxed); });
}

void run_thread() {
  support::SpareCoreWatch core;
  const auto begin = Clock::now();
  while (!thread_ends.load(std::memory_order_relaxed)) {
    if (const auto now = Clock::now(); may_rest && core.due(now))
      core.look(now, support::core_figures());
    if (!core.may_use() || has_callbacks)
      stand_aside();
    else if (anything_pending())
      look_beside_program();
    else
      std::this_thread::sleep_for(kPause);
  }
  record.lived = Clock::now() - begin;
  record.rested = core.absent();
}

bool has_spare_core() {
  cpu_set_t mine;
  const auto processes = support::processes_on_this_host();
  if (!processes || sched_getaffinity(0, sizeof mine, &mine) != 0) return false;
  return std::min<double>(CPU_COUNT(&mine), support::cgroup_quota()) >= *processes + 1;
}

bool has_other_hosts() {
  const auto here = support::processes_on_this_host();
  const auto job = support::announced_tasks();
  return here && job && job->tasks > *here;
}

/// Open MPI 4 over TCP (its component osc/pt2pt) refuses memory windows to programs that may call
/// it from several threads. Libraries that Bamboo has not compiled are seen by what they refer to.
bool may_use_threads() {
#ifdef OPEN_MPI
  if (&bamboo_overlap_has_one_sided != nullptr) return false;
  if (any_object_refers_to({"MPI_Win_create", "MPI_Win_allocate"})) return false;
#endif
  return &bamboo_overlap_has_callbacks == nullptr;
}

/// No value means auto.
using Choice = std::optional<Progress>;

std::optional<Choice> parse_choice(std::string_view text) {
  return support::parse_choice<Choice>(text, {{"auto", std::nullopt},
                                              {"none", Progress::none},
                                              {"polls", Progress::polls},
                                              {"thread", Progress::thread},
                                              {"relief", Progress::relief}});
}

}  // namespace

Progress choose_progress() {
  Choice asked;
  support::read_variable("BAMBOO_OVERLAP_PROGRESS", asked, parse_choice);
  may_rest = !asked;
  if (asked) return *asked;
  if (&bamboo_overlap_has_windows == nullptr || !may_use_threads()) return Progress::none;
  if (has_spare_core()) return Progress::thread;
  const bool may_be_large = &bamboo_overlap_has_large_operations != nullptr;
  return may_be_large && has_other_hosts() ? Progress::relief : Progress::none;
}

namespace {

/// Starts a thread that takes no signals of the program. Returns false if the system allows no more
/// threads.
template <typename Start>
bool start_thread(const Start& start) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool has_started = true;
  try {
    start();
  } catch (const std::system_error&) {
    has_started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return has_started;
}

}  // namespace

void start_progress(Progress wanted, int threads) {
  Progress chosen =
      needs_threads(wanted) && threads != MPI_THREAD_MULTIPLE ? Progress::polls : wanted;
  if (chosen == Progress::none) return;
  mpi_thread = std::this_thread::get_id();
  any_thread_may_call = threads == MPI_THREAD_MULTIPLE;
  network.emplace();
  if (chosen == Progress::thread &&
      !start_thread([] { progress_thread = std::thread(run_thread); }))
    chosen = Progress::polls;
  if (chosen == Progress::relief) {
    known_reach = {eager_bytes(), kernel_bytes()};
    const auto is_pending = [] { return anything_pending() && !has_callbacks; };
    if (!start_thread([&] { relief.emplace(look_beside_program, is_pending); }))
      chosen = Progress::polls;
  }
  in_use.store(chosen, std::memory_order_release);
}

bool has_relief() {
  return in_use == Progress::relief;
}

const Reach& reach() {
  return known_reach;
}

void ask_for_relief() {
  relief->ask();
}

void program_has_callbacks() {
  const std::lock_guard lock(look_mutex);
  has_callbacks = true;
}

void stop_progress() {
  const Progress ended = in_use.exchange(Progress::none);
  if (ended == Progress::none) return;
  if (ended == Progress::thread) {
    {
      const std::lock_guard lock(rest_mutex);
      thread_ends = true;
    }
    rest_ends.notify_one();
    progress_thread.join();
  }
  if (ended == Progress::relief) {
    record.relief_looks = relief->looks();
    relief.reset();
  }
  while (is_busy_for_polls.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  network.reset();
}

ThreadRecord thread_record() {
  return record;
}

}  // namespace bamboo::overlap

extern "C" void bamboo_overlap_progress(void) {
  using namespace bamboo::overlap;
  if (in_use.load(std::memory_order_acquire) != Progress::polls || !pace.reads_clock()) return;
  // Computation of other threads comes here as well.
  if (!any_thread_may_call && std::this_thread::get_id() != mpi_thread) return;
  const auto begin = Clock::now();
  if (!pace.is_due(begin)) return;
  if (is_busy_for_polls.test_and_set(std::memory_order_acquire)) return;
  network->look();
  pace.looked(begin, Clock::now());
  is_busy_for_polls.clear(std::memory_order_release);
}
