// SPDX-License-Identifier: Apache-2.0
#include "service_thread.h"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>

#include "ticks.h"

namespace bamboo {

using namespace std::chrono_literals;

bool wants_service_thread(ServiceMode mode, int workers, double cores) {
  if (mode != ServiceMode::Auto) return mode == ServiceMode::Dedicated;
  return workers + 1 <= cores;
}

ServiceThread::ServiceThread(ProgressGate& gate) : gate_(gate), thread_([this] { run(); }) {}

ServiceThread::~ServiceThread() {
  stop_.store(true);
  parker_.wake();
  thread_.join();
}

void ServiceThread::run() {
  prctl(PR_SET_TIMERSLACK, 1000UL);  // the default would add 50 µs to every short sleep
  constexpr std::chrono::nanoseconds shortest = 10us, longest = 500us;
  const std::uint64_t recent = ticks_in(10e-6), busy = ticks_in(50e-6);
  std::chrono::nanoseconds pause = shortest;
  std::uint64_t last_event = ticks();
  while (!stop_.load()) {
    if (gate_.unattended(recent) && gate_.poll()) {
      last_event = ticks();
      pause = shortest;
    } else if (ticks() - last_event < busy) {
      sched_yield();
    } else {
      parker_.prepare();
      if (stop_.load()) break;
      parker_.park(pause);
      pause = std::min(pause * 2, longest);
    }
  }
}

}  // namespace bamboo
