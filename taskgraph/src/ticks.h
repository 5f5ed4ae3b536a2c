// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <x86intrin.h>

#include <cstdint>

namespace bamboo {

/// The processor's time stamp counter: a time in a few nanoseconds, without a call.
inline std::uint64_t ticks() {
  return __rdtsc();
}

/// Measured against the system's clock since the program started.
double ticks_per_second();
inline std::uint64_t ticks_in(double seconds) {
  return static_cast<std::uint64_t>(seconds * ticks_per_second());
}
/// Microseconds since the epoch at which the counter showed `at`: comparable between processes.
double wall_microseconds(std::uint64_t at);

}  // namespace bamboo
