// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace bamboo::plans::probe {

/// The times at which the parts of a stream have arrived.
class Arrivals {
 public:
  void add(double time, std::size_t bytes) {
    sum_ += static_cast<double>(bytes);
    points_.push_back({time, sum_});
  }
  /// The rate between two times in bytes per second: the slope of a fitted line, which is robust
  /// against late arrivals while the receiver was not running. If a stream has too few points for a
  /// line, it is the bytes that arrived until the end, divided by the time since `start`.
  double rate(double start, double from, double until) const;

 private:
  struct Point {
    double time, bytes;
  };
  std::vector<Point> points_;
  double sum_ = 0;
};

}  // namespace bamboo::plans::probe
