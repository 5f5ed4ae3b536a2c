// SPDX-License-Identifier: Apache-2.0
#include "ticks.h"

#include <time.h>

namespace bamboo {

namespace {

struct Instant {
  std::uint64_t tick;
  double seconds;
};

Instant now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return {ticks(), static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec)};
}

const Instant program_start = now(CLOCK_MONOTONIC);

}  // namespace

double ticks_per_second() {
  // A millisecond makes the rate good to a few parts in ten thousand; later calls have longer.
  Instant end = now(CLOCK_MONOTONIC);
  while (end.seconds - program_start.seconds < 1e-3) end = now(CLOCK_MONOTONIC);
  return static_cast<double>(end.tick - program_start.tick) / (end.seconds - program_start.seconds);
}

double wall_microseconds(std::uint64_t at) {
  const Instant here = now(CLOCK_REALTIME);
  const double ago =
      (static_cast<double>(here.tick) - static_cast<double>(at)) / ticks_per_second();
  return (here.seconds - ago) * 1e6;
}

}  // namespace bamboo
