// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "bamboo/taskgraph/internal/processor.h"

namespace bamboo {

/// A time in a few nanoseconds. The unit is found out by ticks_per_second().
inline std::uint64_t ticks() {
  return processor::time_stamp();
}

/// Measured against the system's clock since the program started.
double ticks_per_second();
inline std::uint64_t ticks_in(double seconds) {
  return static_cast<std::uint64_t>(seconds * ticks_per_second());
}

struct Moment {
  std::uint64_t tick = 0;
  std::int64_t nanoseconds = 0;
};
/// Now, by CLOCK_REALTIME, which processes of one machine share.
Moment real_time();
/// The processor time of this process, in nanoseconds.
std::int64_t processor_time();

/// A clock for code that depends on elapsed time. Tests provide a clock that does not advance.
using Now = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace bamboo
