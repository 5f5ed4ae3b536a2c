// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "machine/ticks.h"

namespace bamboo::test {

/// However slow a build is, no time passes for its messengers but what the test says.
class StillClock {
 public:
  Now now() {
    return [this] { return time_; };
  }
  void advance(std::chrono::milliseconds time) { time_ += time; }

 private:
  std::chrono::steady_clock::time_point time_ = std::chrono::steady_clock::now();
};

}  // namespace bamboo::test
