// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

/// When each member was last heard. Measured in time during which this member listens: a member
/// that was away for a minute must not assume that all others were silent for so long.
class Liveness {
 public:
  explicit Liveness(std::size_t members) : heard_(members) {}

  void tick(Time now) {
    if (last_ != Time{}) listening_ += std::min<Duration>(now - last_, longest_sleep);
    last_ = now;
  }
  void heard(int member) { heard_[member] = listening_; }
  Duration listening() const { return listening_; }
  /// Since `asked` (a value of listening()) at the earliest.
  Duration silence(int member, Duration asked) const {
    return listening_ - std::max(heard_[member], asked);
  }

 private:
  static constexpr Duration longest_sleep = milliseconds(500);
  Time last_{};
  Duration listening_{};
  std::vector<Duration> heard_;
};

}  // namespace bamboo::plans::multicast
