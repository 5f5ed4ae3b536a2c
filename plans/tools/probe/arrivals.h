// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace bamboo::plans::probe {

/// When how much of a stream arrived.
class Arrivals {
 public:
  void add(double time, std::size_t bytes) {
    sum_ += static_cast<double>(bytes);
    points_.push_back({time, sum_});
  }
  /// Bytes per second between two times: the slope of the line that fits best, so that what arrives
  /// late because the receiver was not running does little harm. Of a stream with too little in
  /// between for a line what arrived till the end, by the time that it took since `start`.
  double rate(double start, double from, double until) const;

 private:
  struct Point {
    double time, bytes;
  };
  std::vector<Point> points_;
  double sum_ = 0;
};

}  // namespace bamboo::plans::probe
