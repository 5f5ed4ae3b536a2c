// SPDX-License-Identifier: Apache-2.0
// Iterations of a nest of loops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bamboo::overlap {

/// Iterations first … end - 1 of one loop.
struct Range {
  int64_t first = 0, end = 0;
  int64_t size() const { return end - first; }
};
using Box = std::vector<Range>;  ///< one range for each loop, outermost first

inline bool is_empty(const Box& box) {
  return std::any_of(box.begin(), box.end(), [](const Range& one) { return one.size() <= 0; });
}

/// Makes the box, which may have no loops yet, include the other one.
inline void widen(Box& box, const Box& more) {
  if (box.empty()) box = more;
  for (size_t loop = 0; loop < box.size(); ++loop) {
    box[loop].first = std::min(box[loop].first, more[loop].first);
    box[loop].end = std::max(box[loop].end, more[loop].end);
  }
}

/// The boxes without the iterations of `cut`, the outermost loop's parts first: long rows stay
/// long.
inline std::vector<Box> without(const std::vector<Box>& boxes, const Box& cut) {
  std::vector<Box> left;
  for (const Box& box : boxes) {
    Box shared = box;
    for (size_t loop = 0; loop < box.size(); ++loop)
      shared[loop] = {std::max(box[loop].first, cut[loop].first),
                      std::min(box[loop].end, cut[loop].end)};
    if (is_empty(shared)) {
      left.push_back(box);
      continue;
    }
    Box rest = box;
    for (size_t loop = 0; loop < box.size(); ++loop) {
      for (const Range& part :
           {Range{box[loop].first, shared[loop].first}, Range{shared[loop].end, box[loop].end}}) {
        if (part.size() == 0) continue;
        left.push_back(rest);
        left.back()[loop] = part;
      }
      rest[loop] = shared[loop];
    }
  }
  return left;
}

}  // namespace bamboo::overlap
