// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace bamboo::plans {

/// Sets the rates of flows that share links max-min fairly: all rates grow together until a link is
/// full, then the rates of flows without a full link grow further. `Flow` has `links` and `rate`; a
/// flow without links keeps its rate. `rate_of(link)` is the link's capacity. `room` and `users`
/// have an element for each link; `users` is zero before and after.
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
    // First find all flows on a full link, then set their rates: these change which links are full.
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
