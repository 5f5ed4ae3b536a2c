// SPDX-License-Identifier: Apache-2.0
#include "engine/service_thread.h"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>

#include "machine/ticks.h"

namespace bamboo {

using namespace std::chrono_literals;

ServiceMode choose_service(ServiceMode asked, int workers, double cores, bool other_hosts) {
  if (asked != ServiceMode::Auto) return asked;
  if (workers + 1 <= cores) return ServiceMode::Dedicated;
  return other_hosts ? ServiceMode::Relief : ServiceMode::Inline;
}

ServiceThread::ServiceThread(ProgressGate& gate, ServiceMode mode)
    : gate_(gate), only_at_need_(mode == ServiceMode::Relief) {
  if (only_at_need_) gate_.on_polling_needed([this] { relieve(); });
  thread_ = std::thread([this] { run(); });
}

ServiceThread::~ServiceThread() {
  stop_.store(true);
  parker_.wake();
  thread_.join();
  if (only_at_need_) gate_.on_polling_needed({});
}

void ServiceThread::relieve() {
  if (off_duty_.load()) parker_.wake();
}

template <class NeedNot>
void ServiceThread::nap(std::chrono::nanoseconds span, NeedNot need_not) {
  parker_.prepare();
  if (stop_.load() || need_not()) {
    parker_.cancel();
  } else {
    parker_.park(span);
  }
}

void ServiceThread::run() {
  prctl(PR_SET_TIMERSLACK, 1000UL);  // the default would add 50 µs to every short sleep
  constexpr std::chrono::nanoseconds shortest = 10us, longest = 500us;
  const std::uint64_t recent = ticks_in(10e-6), busy = ticks_in(50e-6);
  std::chrono::nanoseconds pause = shortest;
  std::uint64_t last_event = ticks();
  while (!stop_.load()) {
    if (gate_.unpolled_for(recent) && gate_.poll()) {
      last_event = ticks();
      pause = shortest;
    } else if (ticks() - last_event < busy) {
      sched_yield();
    } else if (only_at_need_ && !gate_.needs_polling()) {
      off_duty_.store(true);
      nap(1min, [this] { return gate_.needs_polling(); });
      off_duty_.store(false);
      pause = shortest;
    } else {
      nap(pause, [] { return false; });
      pause = std::min(pause * 2, longest);
    }
  }
}

}  // namespace bamboo
