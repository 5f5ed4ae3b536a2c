// SPDX-License-Identifier: Apache-2.0
// Finds the faster variant of a nest: both are executed alternately and timed.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace bamboo::overlap {

enum class NestWay : uint8_t { split, whole };

/// The variant of one execution.
struct NestTurn {
  NestWay way;
  bool is_compared;  ///< its time is wanted
};

class NestTrial {
 public:
  using Time = std::chrono::nanoseconds;

  /// The first execution of either form finds cold caches, and any may be disturbed, so the least
  /// time counts.
  static constexpr int kSamples = 2;
  /// Executions between two comparisons: the program may have come to another phase meanwhile.
  static constexpr uint32_t kFirstPeriod = 64, kLongestPeriod = 1 << 15;

  NestTurn next();
  /// Adds the time of an execution. The time of one that should be split and had no core is
  /// ignored.
  void took(NestWay way, Time time);

 private:
  struct Samples {
    Time least = Time::max();
    int count = 0;
  };
  Samples& of(NestWay way) { return samples_[static_cast<size_t>(way)]; }

  std::array<Samples, 2> samples_;
  NestWay faster_ = NestWay::split;
  uint32_t left_ = 0;  ///< executions in the faster form before both are compared again
  uint32_t period_ = kFirstPeriod;  ///< the same, behind the next comparison
};

}  // namespace bamboo::overlap
