// SPDX-License-Identifier: Apache-2.0
#include "engine/service_thread.h"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "machine/ticks.h"

namespace bamboo {

using namespace std::chrono_literals;

ServiceMode choose_service(ServiceMode asked, int workers, double cores, bool other_hosts) {
  if (asked != ServiceMode::Auto) return asked;
  if (workers + 1 <= cores) return ServiceMode::Dedicated;
  return other_hosts ? ServiceMode::Relief : ServiceMode::Inline;
}

ServiceThread::ServiceThread(ProgressGate& gate, ServiceMode mode, ServiceMode without_core,
                             Figures figures)
    : gate_(gate),
      with_core_(mode),
      without_core_(without_core),
      figures_(std::move(figures)),
      mode_(mode) {
  if (relieves()) gate_.on_polling_needed([this] { relieve(); });
  thread_ = std::thread([this] { run(); });
}

ServiceThread::~ServiceThread() {
  stop_.store(true);
  parker_.wake();
  thread_.join();
  if (relieves()) gate_.on_polling_needed({});
}

bool ServiceThread::relieves() const {
  return with_core_ == ServiceMode::Relief || without_core_ == ServiceMode::Relief;
}

void ServiceThread::relieve() {
  if (off_duty_.load()) parker_.wake();
}

template <class NeedNot>
void ServiceThread::nap(std::chrono::nanoseconds span, NeedNot need_not) {
  parker_.prepare();
  if (stop_.load() || need_not())
    parker_.cancel();
  else
    parker_.park(span);
}

void ServiceThread::look_at_core() {
  const auto now = std::chrono::steady_clock::now();
  if (with_core_ == without_core_ || !core_.due(now)) return;
  core_.look(now, figures_());
  absent_.store(core_.absent(), std::memory_order_relaxed);
  mode_.store(core_.may_use() ? with_core_ : without_core_, std::memory_order_relaxed);
}

void ServiceThread::run() {
  prctl(PR_SET_TIMERSLACK, 1000UL);  // the default would add 50 µs to every short sleep
  constexpr std::chrono::nanoseconds shortest = 10us, longest = 500us;
  const std::chrono::nanoseconds until_looked =
      with_core_ == without_core_ ? 1min : support::SpareCoreWatch::look_period;
  const std::uint64_t recent = ticks_in(10e-6), busy = ticks_in(50e-6);
  std::chrono::nanoseconds pause = shortest;
  std::uint64_t last_event = ticks();
  while (!stop_.load()) {
    look_at_core();
    if (mode() == ServiceMode::Inline) {
      nap(until_looked, [] { return false; });
    } else if (gate_.unpolled_for(recent) && gate_.poll()) {
      last_event = ticks();
      pause = shortest;
    } else if (ticks() - last_event < busy) {
      sched_yield();
    } else if (mode() == ServiceMode::Relief && !gate_.needs_polling()) {
      off_duty_.store(true);
      nap(until_looked, [this] { return gate_.needs_polling(); });
      off_duty_.store(false);
      pause = shortest;
    } else {
      nap(pause, [] { return false; });
      pause = std::min(pause * 2, longest);
    }
  }
}

}  // namespace bamboo
