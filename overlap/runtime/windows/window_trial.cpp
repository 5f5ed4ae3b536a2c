// SPDX-License-Identifier: Apache-2.0
#include "window_trial.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "request_cost.h"
#include "trial_rule.h"
#include "window_choice.h"

namespace bamboo::overlap {
namespace {

/// The windows that are measured now, of all threads.
std::atomic<int> open_windows{0};

/// A time on two clocks: one continues while others keep a thread from computing, the other one
/// needs a system call whose time varies. The smaller difference is the length of a window.
struct Instant {
  uint64_t wall_ns = 0, processor_ns = 0;

  Instant operator-(const Instant& other) const {
    return {wall_ns - other.wall_ns, processor_ns - other.processor_ns};
  }
};

uint64_t read(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return uint64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

/// A thread's computing time does not include the time in which it waits for operations of others,
/// or reads clocks: a window gains nothing in this time.
class Standstill {
 public:
  Standstill() : wall_ns_(read(CLOCK_MONOTONIC)), processor_ns_(read(CLOCK_THREAD_CPUTIME_ID)) {}
  Standstill(const Standstill&) = delete;
  ~Standstill() {
    passed_.processor_ns += read(CLOCK_THREAD_CPUTIME_ID) - processor_ns_;
    passed_.wall_ns += read(CLOCK_MONOTONIC) - wall_ns_;
  }
  Instant now() const { return Instant{wall_ns_, processor_ns_} - passed_; }

 private:
  static thread_local Instant passed_;
  uint64_t wall_ns_, processor_ns_;
};
thread_local Instant Standstill::passed_;

/// The time that reading the clocks takes in an empty window.
Instant clock_cost() {
  static const Instant cost = [] {
    Instant least{UINT64_MAX, UINT64_MAX}, last{};
    for (int i = 0; i < 32; ++i) {
      const Standstill here;
      const Instant took = here.now() - last;
      if (i > 0)
        least = {std::min(least.wall_ns, took.wall_ns),
                 std::min(least.processor_ns, took.processor_ns)};
      last = here.now();
    }
    return least;
  }();
  return cost;
}

uint64_t use_of(const Instant& window) {
  const Instant cost = clock_cost();
  return std::min(window.wall_ns - std::min(window.wall_ns, cost.wall_ns),
                  window.processor_ns - std::min(window.processor_ns, cost.processor_ns));
}

/// Also true if MPI reports an error: the completion comes next and finds the same error.
bool is_complete(MPI_Request request) {
  int complete = 0;
  const int error = PMPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
  return error != MPI_SUCCESS || complete != 0;
}

template <class Number>
Number get(const Number& variable) {
  return __atomic_load_n(&variable, __ATOMIC_RELAXED);
}

template <class Number>
void set(Number& variable, std::type_identity_t<Number> value) {
  __atomic_store_n(&variable, value, __ATOMIC_RELAXED);
}

/// Returns when the previous window opened, or 0 if none was open. Only one thread gets it, so that
/// the count of open windows stays right if threads share a call.
uint64_t exchange_opened_at(bamboo_window_trial& trial, uint64_t wall_ns) {
  const uint64_t before = __atomic_exchange_n(&trial.opened_at, wall_ns, __ATOMIC_RELAXED);
  open_windows += (wall_ns != 0 ? 1 : 0) - (before != 0 ? 1 : 0);
  return before;
}

/// The user's setting, or the result of the last trial.
WindowState state_behind(const bamboo_window_trial& trial) {
  switch (window_choice()) {
    case WindowChoice::Keep:
      return WindowState::Kept;
    case WindowChoice::Back:
      return WindowState::WentBack;
    case WindowChoice::Automatic:
      break;
  }
  const int32_t executions = get(trial.executions);
  if (executions < warm_up + trial_executions) return WindowState::Tried;
  return judge(get(trial.use_ns), trial_executions * requests_of_message, request_cost().count());
}

/// No turns are left.
[[gnu::noinline]] int try_or_judge(bamboo_window_trial& trial) {
  const WindowState state = state_behind(trial);
  if (state == WindowState::Tried) {
    const int32_t before = get(trial.executions);
    set(trial.executions, before + 1);
    return before < warm_up ? bamboo_call_starts : bamboo_call_starts_timed;
  }
  const int32_t period = next_period(get(trial.period));
  set(trial.period, period);
  set(trial.executions, 0);
  set(trial.use_ns, 0);
  const bool blocks = state == WindowState::WentBack;
  set(trial.turns, blocks ? period : -period);
  return blocks ? bamboo_call_blocks : bamboo_call_starts;
}

[[gnu::noinline]] void end(bamboo_window_trial& trial, MPI_Request request) {
  const Standstill here;
  if (const uint64_t begin = exchange_opened_at(trial, 0); begin != 0) {
    uint64_t* const summed = get(trial.summed);
    uint64_t& sum = summed != nullptr ? *summed : trial.use_ns;
    set(sum, get(sum) + use_of(here.now() - Instant{begin, get(trial.opened_at_processor)}));
  }
  while (request != MPI_REQUEST_NULL && !is_complete(request)) {
  }
}

}  // namespace
}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" {

int bamboo_window_form(bamboo_window_trial* trial) {
  const int32_t turns = get(trial->turns);
  if (turns == 0) return try_or_judge(*trial);
  set(trial->turns, turns > 0 ? turns - 1 : turns + 1);
  return turns > 0 ? bamboo_call_blocks : bamboo_call_starts;
}

void bamboo_window_begins(bamboo_window_trial* trial, const MPI_Request* request) {
  clock_cost();  // measured before the computing time stops
  const Standstill here;
  const bool is_open = !is_complete(*request);
  set(trial->opened_at_processor, here.now().processor_ns);
  exchange_opened_at(*trial, is_open ? here.now().wall_ns : 0);
}

void bamboo_window_begins_fortran(bamboo_window_trial* trial, const MPI_Fint* request) {
  const MPI_Request in_c = PMPI_Request_f2c(*request);
  bamboo_window_begins(trial, &in_c);
}

void bamboo_window_ends(bamboo_window_trial* trial, const MPI_Request* request) {
  if (open_windows.load(std::memory_order_relaxed) != 0) end(*trial, *request);
}

void bamboo_window_ends_fortran(bamboo_window_trial* trial, const MPI_Fint* request) {
  if (open_windows.load(std::memory_order_relaxed) != 0) end(*trial, PMPI_Request_f2c(*request));
}
}
