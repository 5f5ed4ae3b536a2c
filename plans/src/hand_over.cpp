// SPDX-License-Identifier: Apache-2.0
#include "hand_over.h"

#include <algorithm>

namespace bamboo::plans {

HandOver::HandOver(const Network& network)
    : network_(network), route_(network), links_(network.links().size()) {}

const std::vector<std::uint32_t>& HandOver::take(int phase, std::uint32_t number, int from,
                                                 int to) {
  before_.clear();
  route_.find(from, to);
  for (int link : route_.links()) {
    Users& on = links_[link];
    while (!on.users.empty() && on.users.front().phase < phase &&
           !has_room(network_.links()[link].rate, on.load, route_.rate())) {
      before_.push_back(on.users.front().number);
      on.load -= on.users.front().rate;
      on.users.pop_front();
    }
    on.users.push_back({number, phase, route_.rate()});
    on.load += route_.rate();
  }
  std::ranges::sort(before_);
  before_.erase(std::ranges::unique(before_).begin(), before_.end());
  return before_;
}

}  // namespace bamboo::plans
