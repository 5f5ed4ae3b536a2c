// SPDX-License-Identifier: Apache-2.0
#include "lowering/hand_over.h"

#include <algorithm>

namespace bamboo::plans {

HandOver::HandOver(const Network& network, const Tokens& tokens)
    : network_(network), tokens_(tokens), route_(network), links_(network.links().size()) {}

const std::vector<std::uint32_t>& HandOver::take(int phase, std::uint32_t number,
                                                 const Transfer& transfer) {
  before_.clear();
  route_.find(transfer.from, transfer.to);
  const double lead = short_enough * lead_of(tokens_, network_, transfer);
  const auto bytes = static_cast<double>(transfer.bytes);
  for (int link : route_.links()) {
    Users& on = links_[link];
    const double rate = network_.links()[link].rate;
    bool waits = false;
    while (!on.users.empty() && on.users.front().phase < phase &&
           !has_room(rate, on.load, route_.rate())) {
      // The next transfer does not wait for a short one, but waits for the transfers that the short
      // one waits for.
      if (on.bytes <= lead * rate) {
        before_.insert(before_.end(), on.gone.begin(), on.gone.end());
        break;
      }
      if (!waits) on.gone.clear();
      waits = true;
      const User& first = on.users.front();
      on.gone.push_back(first.number);
      before_.push_back(first.number);
      on.load -= first.rate;
      on.bytes -= first.bytes;
      on.users.pop_front();
    }
    on.users.push_back({number, phase, route_.rate(), bytes});
    on.load += route_.rate();
    on.bytes += bytes;
  }
  std::ranges::sort(before_);
  before_.erase(std::ranges::unique(before_).begin(), before_.end());
  return before_;
}

}  // namespace bamboo::plans
