// SPDX-License-Identifier: Apache-2.0
#include "cost_model/fluid.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "network/max_min.h"

namespace bamboo::plans {
namespace {

constexpr double nothing = 1e-6;     // bytes: sums of doubles are not exact
constexpr double nanosecond = 1e-9;  // events within this time count as simultaneous

}  // namespace

Fluid::Fluid(const Network& network)
    : network_(network),
      on_(network.links().size()),
      seen_(network.links().size(), 0),
      busy_(network.links().size(), 0),
      busy_since_(network.links().size(), 0),
      bytes_(network.links().size(), 0),
      room_(network.links().size(), 0),
      users_(network.links().size(), 0) {}

void Fluid::start(int id, std::vector<int> links, double bytes) {
  for (int link : links) bytes_[link] += bytes;
  std::erase_if(links, [this](int link) { return std::isinf(network_.links()[link].rate); });
  if (free_.empty()) {
    free_.push_back(static_cast<int>(flows_.size()));
    flows_.emplace_back();
  }
  const int number = free_.back();
  free_.pop_back();
  Flow& flow = flows_[number];
  flow = {id, std::move(links), bytes, HUGE_VAL, now_, ages_++, flow.shares};
  for (int link : flow.links) {
    if (on_[link].empty()) busy_since_[link] = now_;
    on_[link].push_back(number);
    changed_.push_back(link);
  }
  if (flow.links.empty()) expect_end(flow);
}

std::vector<Fluid::Flow*> Fluid::flows_to_share() {
  std::vector<Flow*> out;
  ++looks_;
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    const int link = changed_[i];
    if (std::exchange(seen_[link], looks_) == looks_) continue;
    for (int number : on_[link]) {
      Flow& flow = flows_[number];
      if (std::exchange(flow.seen, looks_) == looks_) continue;
      out.push_back(&flow);
      changed_.insert(changed_.end(), flow.links.begin(), flow.links.end());
    }
  }
  changed_.clear();
  std::ranges::sort(out, {}, &Flow::age);
  return out;
}

void Fluid::settle(Flow& flow) const {
  if (now_ > flow.since) flow.left -= flow.rate * (now_ - flow.since);
  flow.since = now_;
}

void Fluid::expect_end(Flow& flow) {
  const bool has_moved = flow.left <= nothing || std::isinf(flow.rate);
  const double end = has_moved ? now_ : now_ + flow.left / flow.rate;
  ends_.push({end, ++flow.shares, static_cast<int>(&flow - flows_.data())});
}

void Fluid::share() {
  if (changed_.empty()) return;
  const std::vector<Flow*> flows = flows_to_share();
  rates_ += flows.size();
  for (Flow* flow : flows) settle(*flow);
  share_max_min(flows, [this](int link) { return network_.links()[link].rate; }, room_, users_);
  for (Flow* flow : flows) expect_end(*flow);
}

bool Fluid::is_stale(const End& end) const {
  const Flow& flow = flows_[end.flow];
  return !flow.moves || flow.shares != end.shares;
}

double Fluid::next_end() {
  share();
  while (!ends_.empty() && is_stale(ends_.top())) ends_.pop();
  return ends_.empty() ? HUGE_VAL : ends_.top().time;
}

void Fluid::leave_links(int number) {
  for (int link : flows_[number].links) {
    std::erase(on_[link], number);
    changed_.push_back(link);
    if (on_[link].empty()) busy_[link] += now_ - busy_since_[link];
  }
}

std::vector<int> Fluid::advance(double time) {
  share();
  now_ = time;
  std::vector<int> ended;
  for (; !ends_.empty() && ends_.top().time <= time + nanosecond; ends_.pop()) {
    if (is_stale(ends_.top())) continue;
    ended.push_back(ends_.top().flow);
    flows_[ended.back()].moves = false;
  }
  std::ranges::sort(ended, {}, [this](int number) { return flows_[number].age; });
  std::vector<int> ids;
  for (int number : ended) {
    ids.push_back(flows_[number].id);
    leave_links(number);
    free_.push_back(number);
  }
  return ids;
}

}  // namespace bamboo::plans
