// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace bamboo::plans {

/// Sets the rates of flows that share links max-min fairly: the rates of all grow together until a
/// link is full, then those of the flows that are not on a full link grow on. `Flow` has `links`
/// and `rate`; one without links keeps its rate. `rate_of(link)`: what the link carries.
/// `room` and `users` have a place for each link; `users` is zero before and after.
template <class Flow, class RateOf>
void share_max_min(std::vector<Flow*> open, const RateOf& rate_of, std::vector<double>& room,
                   std::vector<int>& users) {
  for (const Flow* flow : open)
    for (int link : flow->links) {
      room[link] = rate_of(link);
      ++users[link];
    }
  std::erase_if(open, [](const Flow* flow) { return flow->links.empty(); });
  while (!open.empty()) {
    double least = HUGE_VAL;
    for (const Flow* flow : open)
      for (int link : flow->links) least = std::min(least, room[link] / users[link]);
    // First all that are on a full link, then their rates: these change what is full.
    std::vector<Flow*> ended;
    std::erase_if(open, [&](Flow* flow) {
      const bool full = std::ranges::any_of(
          flow->links, [&](int link) { return room[link] / users[link] <= least * (1 + 1e-9); });
      if (full) ended.push_back(flow);
      return full;
    });
    for (Flow* flow : ended) {
      flow->rate = least;
      for (int link : flow->links) {
        room[link] = std::max(0.0, room[link] - least);
        --users[link];
      }
    }
  }
}

}  // namespace bamboo::plans
