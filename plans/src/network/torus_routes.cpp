// SPDX-License-Identifier: Apache-2.0
#include "network/routes.h"

namespace bamboo::plans {

void TorusRoutes::append(int from, int to, std::vector<int>& links) const {
  const int dimensions = static_cast<int>(extents.size());
  int stride = static_cast<int>(forwards.size()) / dimensions;
  int at = from;
  for (int d = 0; d < dimensions; ++d) {
    const int extent = extents[d];
    stride /= extent;
    const int goal = to / stride % extent;
    const int ahead = (goal - from / stride % extent + extent) % extent;
    const bool goes_forwards = 2 * ahead <= extent;
    const auto& table = goes_forwards ? forwards : backwards;
    for (int place = at / stride % extent; place != goal;) {
      links.push_back(table[at * dimensions + d]);
      const int next = (place + (goes_forwards ? 1 : extent - 1)) % extent;
      at += (next - place) * stride;
      place = next;
    }
  }
}

}  // namespace bamboo::plans
