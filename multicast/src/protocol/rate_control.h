// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

/// The sending rate of a root. The root's own link paces it through the send buffer, which is full
/// while the link is busy. A slower link of a receiver is unknown: its switch port then drops much
/// more than bad cables lose. The rate falls to what arrives there and rises slowly again. A token
/// bucket enforces it.
class RateControl {
 public:
  /// `ceiling`: bytes per second, 0: none.
  explicit RateControl(double ceiling) : ceiling_(ceiling), rate_(ceiling) {}

  /// Reports that a receiver should have got `pieces` within `time`, and `lost` of them are
  /// missing.
  void heard(std::uint64_t pieces, std::uint64_t lost, std::size_t piece_bytes, Duration time);

  /// How long to wait before so many bytes may leave; zero: take them.
  Duration wait(std::size_t bytes, Time now);
  void take(std::size_t bytes) { tokens_ -= static_cast<double>(bytes); }
  /// Bytes per second; 0: as the link drains.
  double rate() const { return rate_; }

 private:
  static constexpr double loss_of_congestion = 0.10, least_rate = 1e5, burst = 64 << 10;
  double ceiling_, rate_;
  // The best rate that ever arrived: a receiver that loses at any rate must not stop the others.
  double best_ = 0;
  double tokens_ = burst;
  Time filled_{};
};

}  // namespace bamboo::plans::multicast
