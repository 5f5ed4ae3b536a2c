// SPDX-License-Identifier: Apache-2.0
// When a process of a watched job speaks unasked.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "bamboo/support/roll_call.h"

namespace bamboo::support {

class RollCallWatch {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RollCallWatch(double seconds, Clock::time_point now = Clock::now())
      : quiet_(seconds), since_(now) {}

  /// Between two looks, four times in that time and at least once a second.
  static std::chrono::duration<double> period_of(double seconds) {
    constexpr double shortest = 0.01, longest = 1;
    return std::chrono::duration<double>(std::clamp(seconds / 4, shortest, longest));
  }

  /// `changes` counts the calls of MPI that began or ended. Returns what there is to say.
  std::optional<RollCallNews> look(std::uint64_t changes, Clock::time_point now) {
    if (changes != seen_) {
      seen_ = changes;
      since_ = now;
      if (!is_quiet_) return std::nullopt;
      is_quiet_ = false;
      return RollCallNews::Moves;
    }
    if (is_quiet_ || now - since_ < quiet_) return std::nullopt;
    is_quiet_ = true;
    return RollCallNews::Quiet;
  }

 private:
  const std::chrono::duration<double> quiet_;
  std::uint64_t seen_ = 0;
  Clock::time_point since_;
  bool is_quiet_ = false;
};

}  // namespace bamboo::support
