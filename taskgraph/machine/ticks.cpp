// SPDX-License-Identifier: Apache-2.0
#include "machine/ticks.h"

#include <time.h>

namespace bamboo {
namespace {

/// Reads the clock and the counter at the same time. The system may interrupt between the two
/// reads, so the fastest of several attempts is used.
Moment look(clockid_t clock) {
  Moment best;
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int i = 0; i < 5; ++i) {
    timespec time;
    const std::uint64_t before = ticks();
    clock_gettime(clock, &time);
    const std::uint64_t span = ticks() - before;
    if (span >= shortest) continue;
    shortest = span;
    best = {before + span / 2, std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec};
  }
  return best;
}

const Moment program_start = look(CLOCK_MONOTONIC);

}  // namespace

double ticks_per_second() {
  // A millisecond makes the rate good to a few parts in ten thousand; later calls have longer.
  Moment end = look(CLOCK_MONOTONIC);
  while (end.nanoseconds - program_start.nanoseconds < 1'000'000) end = look(CLOCK_MONOTONIC);
  return static_cast<double>(end.tick - program_start.tick) /
         (1e-9 * static_cast<double>(end.nanoseconds - program_start.nanoseconds));
}

Moment real_time() {
  return look(CLOCK_REALTIME);
}

std::int64_t processor_time() {
  return look(CLOCK_PROCESS_CPUTIME_ID).nanoseconds;
}

}  // namespace bamboo
