// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace bamboo::plans::multicast {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Duration = Clock::duration;
using std::chrono::microseconds;
using std::chrono::milliseconds;

inline Duration seconds(double count) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(count));
}

inline double in_seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace bamboo::plans::multicast
