// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <mpi.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
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
#include "parameters.h"
#include "window_site.h"

extern "C" {
int32_t bamboo_overlap_pending = 0;
}

namespace bamboo::overlap {
namespace {

using Clock = std::chrono::steady_clock;

/// The thread's pause while nothing is pending.
constexpr auto pause = std::chrono::microseconds(100);

bool anything_pending() {
  return __atomic_load_n(&bamboo_overlap_pending, __ATOMIC_RELAXED) > 0;
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
using Choice = std::optional<ProgressMode>;

std::optional<Choice> parse_choice(std::string_view text) {
  return support::parse_choice<Choice>(text, {{"auto", std::nullopt},
                                              {"none", ProgressMode::None},
                                              {"polls", ProgressMode::Polls},
                                              {"thread", ProgressMode::Thread},
                                              {"relief", ProgressMode::Relief}});
}

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

ProgressMode Progress::choose() {
  Choice asked;
  support::read_variable("BAMBOO_OVERLAP_PROGRESS", asked, parse_choice);
  may_rest_ = !asked;
  if (asked) return *asked;
  if (&bamboo_overlap_has_windows == nullptr || !may_use_threads()) return ProgressMode::None;
  if (has_spare_core()) return ProgressMode::Thread;
  const bool may_be_large = &bamboo_overlap_has_large_operations != nullptr;
  return may_be_large && has_other_hosts() ? ProgressMode::Relief : ProgressMode::None;
}

void Progress::start(ProgressMode wanted, int threads) {
  ProgressMode chosen =
      needs_threads(wanted) && threads != MPI_THREAD_MULTIPLE ? ProgressMode::Polls : wanted;
  if (chosen == ProgressMode::None) return;
  mpi_thread_ = std::this_thread::get_id();
  any_thread_may_call_ = threads == MPI_THREAD_MULTIPLE;
  network_.emplace();
  if (chosen == ProgressMode::Thread && !start_thread([this] {
        thread_ = std::jthread([this](const std::stop_token& end) { run_thread(end); });
      }))
    chosen = ProgressMode::Polls;
  if (chosen == ProgressMode::Relief) {
    reach_ = {eager_bytes(), kernel_bytes()};
    const auto is_pending = [this] { return anything_pending() && !has_callbacks_; };
    if (!start_thread([&] { relief_.emplace([this] { look_beside_program(); }, is_pending); }))
      chosen = ProgressMode::Polls;
  }
  mode_.store(chosen, std::memory_order_release);
}

void Progress::poll() {
  if (mode_.load(std::memory_order_acquire) != ProgressMode::Polls || !pace_.reads_clock()) return;
  // Other threads that compute call this as well.
  if (!any_thread_may_call_ && std::this_thread::get_id() != mpi_thread_) return;
  const auto begin = Clock::now();
  if (!pace_.is_due(begin)) return;
  if (is_busy_for_polls_.test_and_set(std::memory_order_acquire)) return;
  network_->look();
  pace_.looked(begin, Clock::now());
  is_busy_for_polls_.clear(std::memory_order_release);
}

void Progress::program_has_callbacks() {
  const std::lock_guard lock(look_mutex_);
  has_callbacks_ = true;
}

void Progress::look_beside_program() {
  const std::lock_guard lock(look_mutex_);
  if (!has_callbacks_) network_->look();
}

/// Waits until the next check of the core, or until the end.
void Progress::yield_core(const std::stop_token& end) {
  std::unique_lock lock(rest_mutex_);
  rest_ends_.wait_for(lock, end, support::SpareCoreWatch::look_period, [] { return false; });
}

void Progress::run_thread(const std::stop_token& end) {
  support::SpareCoreWatch core;
  const auto begin = Clock::now();
  while (!end.stop_requested()) {
    if (const auto now = Clock::now(); may_rest_ && core.due(now))
      core.look(now, support::core_figures());
    if (!core.may_use() || has_callbacks_)
      yield_core(end);
    else if (anything_pending())
      look_beside_program();
    else
      std::this_thread::sleep_for(pause);
  }
  record_.lived = Clock::now() - begin;
  record_.rested = core.absent();
}

void Progress::stop() {
  const ProgressMode ended = mode_.exchange(ProgressMode::None);
  if (ended == ProgressMode::None) return;
  if (ended == ProgressMode::Thread) {
    thread_.request_stop();
    thread_.join();
  }
  if (ended == ProgressMode::Relief) {
    record_.relief_looks = relief_->looks();
    relief_.reset();
  }
  while (is_busy_for_polls_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  network_.reset();
}

Progress& progress() {
  static Progress& of_process = *new Progress;
  return of_process;
}

}  // namespace bamboo::overlap

extern "C" void bamboo_overlap_progress(void) {
  bamboo::overlap::progress().poll();
}
