// SPDX-License-Identifier: Apache-2.0
#include "arrivals.h"

namespace bamboo::plans::probe {

double Arrivals::rate(double start, double from, double until) const {
  double n = 0, t = 0, b = 0, tt = 0, tb = 0;
  for (const Point& p : points_) {
    if (p.time < from || p.time > until) continue;
    const double time = p.time - from;
    n += 1;
    t += time;
    b += p.bytes;
    tt += time * time;
    tb += time * p.bytes;
  }
  constexpr double enough = 4;
  const double spread = n * tt - t * t;
  if (n >= enough && spread > 0) return (n * tb - t * b) / spread;
  if (points_.empty() || points_.back().time <= start) return 0;
  return sum_ / (points_.back().time - start);
}

}  // namespace bamboo::plans::probe
