// SPDX-License-Identifier: Apache-2.0
#include "cost_model/fluid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "network/max_min.h"

namespace bamboo::plans {
namespace {

constexpr double nothing = 1e-6;  // bytes: sums of doubles are not exact

}  // namespace

Fluid::Fluid(const Network& network)
    : network_(network),
      busy_(network.links().size(), 0),
      bytes_(network.links().size(), 0),
      room_(network.links().size(), 0),
      users_(network.links().size(), 0) {}

void Fluid::start(int id, std::vector<int> links, double bytes) {
  Flow flow{id, std::move(links), bytes, HUGE_VAL};
  for (int link : flow.links) bytes_[link] += bytes;
  std::erase_if(flow.links, [this](int link) { return std::isinf(network_.links()[link].rate); });
  flows_.push_back(std::move(flow));
  shared_ = false;
}

void Fluid::share() {
  if (shared_) return;
  shared_ = true;
  share_max_min(flows_, [this](int link) { return network_.links()[link].rate; }, room_, users_);
}

double Fluid::next_end() {
  share();
  double end = HUGE_VAL;
  for (const Flow& flow : flows_)
    end = std::min(end, flow.left <= nothing ? now_ : now_ + flow.left / flow.rate);
  return end;
}

std::vector<int> Fluid::advance(double time) {
  share();
  const double passed = time - now_;
  now_ = time;
  std::vector<bool> used(busy_.size(), false);
  std::vector<int> ended;
  for (Flow& flow : flows_) {
    for (int link : flow.links) used[link] = true;
    flow.left = std::isinf(flow.rate) ? 0 : flow.left - flow.rate * passed;
    // Less than a nanosecond's worth would only make another event.
    if (flow.left > std::max(nothing, flow.rate * 1e-9) && !std::isinf(flow.rate)) continue;
    ended.push_back(flow.id);
    flow.left = -1;
  }
  for (std::size_t link = 0; link < used.size(); ++link)
    if (used[link]) busy_[link] += passed;
  if (!ended.empty()) shared_ = false;
  std::erase_if(flows_, [](const Flow& flow) { return flow.left < 0; });
  return ended;
}

}  // namespace bamboo::plans
