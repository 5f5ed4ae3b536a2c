// SPDX-License-Identifier: Apache-2.0
#include "discovery/switch_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "network/max_min.h"

namespace bamboo::plans {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::ranges::max_element(values.begin(), middle)) / 2;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

namespace {

struct Flow {
  std::vector<int> links;
  double rate = HUGE_VAL;
};

}  // namespace

SwitchTree::SwitchTree(const std::vector<double>& rates) : hosts_(static_cast<int>(rates.size())) {
  for (int host = 0; host < hosts_; ++host) cables_.push_back({host, hosts_, rates[host], 0});
}

std::vector<SwitchTree::Branch> SwitchTree::branches(int at) const {
  std::vector<Branch> out;
  for (int c = 0; c < static_cast<int>(cables_.size()); ++c) {
    if (cables_[c].a != at && cables_[c].b != at) continue;
    Branch branch{c, {}};
    std::vector<std::pair<int, int>> reached{{cables_[c].a + cables_[c].b - at, c}};
    while (!reached.empty()) {
      const auto [vertex, by] = reached.back();
      reached.pop_back();
      if (vertex < hosts_) branch.hosts.push_back(vertex);
      for (int next = 0; next < static_cast<int>(cables_.size()); ++next)
        if (next != by && (cables_[next].a == vertex || cables_[next].b == vertex))
          reached.emplace_back(cables_[next].a + cables_[next].b - vertex, next);
    }
    out.push_back(std::move(branch));
  }
  return out;
}

void SwitchTree::split(int at, const std::vector<int>& cables, double rate) {
  std::vector<int> moved, kept;
  bool has_first_host = false;
  for (const Branch& branch : branches(at)) {
    const bool behind = std::ranges::find(cables, branch.cable) != cables.end();
    (behind ? moved : kept).push_back(branch.cable);
    if (behind && std::ranges::find(branch.hosts, 0) != branch.hosts.end()) has_first_host = true;
  }
  if (has_first_host) std::swap(moved, kept);
  const int made = hosts_ + switches_++;
  for (int c : moved) (cables_[c].a == at ? cables_[c].a : cables_[c].b) = made;
  cables_.push_back({at, made, rate, 0});
}

void SwitchTree::join(int trunk) {
  const int kept = cables_[trunk].a, gone = cables_[trunk].b, last = hosts_ + --switches_;
  cables_.erase(cables_.begin() + trunk);
  const auto renumber = [&](int& vertex) {
    if (vertex == gone) vertex = kept;
    if (vertex == last) vertex = gone;
  };
  for (Cable& cable : cables_) {
    renumber(cable.a);
    renumber(cable.b);
  }
}

Side SwitchTree::behind(int cable) const {
  Side side(hosts_, false);
  for (const Branch& branch : branches(cables_[cable].a))
    if (branch.cable == cable)
      for (int host : branch.hosts) side[host] = true;
  return side;
}

Network SwitchTree::network(const std::vector<std::string>& names) const {
  std::vector<std::string> all = names;
  for (int s = 0; s < switches_ && !names.empty(); ++s) {
    // A host may have any name.
    std::string name = "switch" + std::to_string(s);
    while (std::ranges::find(all, name) != all.end()) name += '+';
    all.push_back(name);
  }
  return Network::of_cables(hosts_, switches_, cables_, std::move(all));
}

std::vector<double> SwitchTree::rates(const Network& network,
                                      const std::vector<Stream>& streams) const {
  std::vector<Flow> flows;
  for (const Stream& stream : streams) flows.push_back({network.route(stream.from, stream.to)});
  std::vector<double> room(network.links().size());
  std::vector<int> users(network.links().size(), 0);
  const double part = streams.size() > 1 ? together : 1;
  const auto rate_of = [&](int number) {
    const Link& link = network.links()[number];
    return link.from < hosts_ || link.to < hosts_ ? part * link.rate : link.rate;
  };
  std::vector<Flow*> open;
  for (Flow& flow : flows) open.push_back(&flow);
  share_max_min(open, rate_of, room, users);
  std::vector<double> out;
  for (const Flow& flow : flows) out.push_back(flow.rate);
  return out;
}

}  // namespace bamboo::plans
