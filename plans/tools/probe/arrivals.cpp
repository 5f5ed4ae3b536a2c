// SPDX-License-Identifier: Apache-2.0
#include "arrivals.h"

#include <algorithm>

namespace bamboo::plans::probe {

double Arrivals::rate(double start, double from, double until) const {
  double n = 0, t = 0, b = 0, tt = 0, tb = 0, first = until, last = from;
  for (const Point& p : points_) {
    if (p.time < from || p.time > until) continue;
    const double time = p.time - from;
    first = std::min(first, p.time);
    last = p.time;
    n += 1;
    t += time;
    b += p.bytes;
    tt += time * time;
    tb += time * p.bytes;
  }
  constexpr double enough = 4;
  const double spread = n * tt - t * t;
  // Bytes that a lost packet has delayed arrive all at once, so that the fitted line would be
  // nearly vertical.
  const bool spans_much = last - first >= (until - from) / 2;
  if (n >= enough && spans_much && spread > 0) return (n * tb - t * b) / spread;
  if (points_.empty() || points_.back().time <= start) return 0;
  return sum_ / (points_.back().time - start);
}

}  // namespace bamboo::plans::probe
