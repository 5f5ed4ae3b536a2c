// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/network.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

#include "network/routes.h"

namespace bamboo::plans {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

void check_cables(int vertices, const std::vector<Cable>& cables) {
  for (std::size_t c = 0; c < cables.size(); ++c) {
    const Cable& cable = cables[c];
    const std::string which = "cable " + std::to_string(c);
    if (cable.a < 0 || cable.a >= vertices || cable.b < 0 || cable.b >= vertices)
      throw std::invalid_argument(which + " ends at no host and no switch");
    if (cable.a == cable.b) throw std::invalid_argument(which + " begins and ends at the same");
    if (!(cable.rate > 0)) throw std::invalid_argument(which + " has no rate above zero");
    if (!(cable.latency >= 0)) throw std::invalid_argument(which + " has a latency below zero");
  }
}

}  // namespace

Network::Network(int hosts, int switches, const std::vector<Cable>& cables,
                 std::vector<std::string> names)
    : hosts_(hosts), base_hosts_(hosts), names_(std::move(names)) {
  if (hosts < 1 || switches < 0) throw std::invalid_argument("a network has at least one host");
  check_cables(hosts + switches, cables);
  for (int v = static_cast<int>(names_.size()); v < hosts + switches; ++v)
    names_.push_back(v < hosts ? "h" + std::to_string(v) : "s" + std::to_string(v - hosts));
  add_links(cables);
}

void Network::add_links(const std::vector<Cable>& cables) {
  links_.reserve(2 * cables.size());
  for (const Cable& c : cables) {
    links_.push_back({names_[c.a] + "-" + names_[c.b], c.rate, c.latency, c.a, c.b});
    links_.push_back({names_[c.b] + "-" + names_[c.a], c.rate, c.latency, c.b, c.a});
  }
}

Network Network::of_cables(int hosts, int switches, const std::vector<Cable>& cables,
                           std::vector<std::string> names) {
  Network out(hosts, switches, cables, std::move(names));
  out.routes_ = std::make_shared<const Routes>(shortest_routes(out.hosts_, out.names_, out.links_));
  return out;
}

Network Network::with_ranks(const std::vector<int>& host_of) const {
  if (!host_of_.empty()) throw std::invalid_argument("the network has ranks on its hosts already");
  Network out = *this;
  out.hosts_ = static_cast<int>(host_of.size());
  out.host_of_ = host_of;
  out.first_rank_link_ = static_cast<int>(links_.size());
  for (Link& link : out.links_) {
    link.from += out.hosts_;
    link.to += out.hosts_;
  }
  std::vector<std::string> ranks;
  for (int r = 0; r < out.hosts_; ++r) {
    if (host_of[r] < 0 || host_of[r] >= hosts_)
      throw std::invalid_argument("rank " + std::to_string(r) + " is on no host");
    const int host = out.hosts_ + host_of[r];
    ranks.push_back("r" + std::to_string(r));
    out.links_.push_back({ranks[r] + "-" + names_[host_of[r]], unlimited, 0, r, host});
    out.links_.push_back({names_[host_of[r]] + "-" + ranks[r], unlimited, 0, host, r});
  }
  out.names_.insert(out.names_.begin(), ranks.begin(), ranks.end());
  return out;
}

Network Network::in_units(std::size_t bytes) const {
  Network out = *this;
  for (Link& link : out.links_) link.rate /= static_cast<double>(bytes);
  return out;
}

Network Network::without_ranks() const {
  Network out = *this;
  const int count = ranks();
  out.links_.resize(links_.size() - 2 * static_cast<std::size_t>(count));
  for (Link& link : out.links_) {
    link.from -= count;
    link.to -= count;
  }
  out.names_.erase(out.names_.begin(), out.names_.begin() + count);
  out.host_of_.clear();
  out.hosts_ = base_hosts_;
  return out;
}

void Network::append_route(int from, int to, std::vector<int>& links) const {
  if (from == to) return;
  if (host_of_.empty()) return routes_->append(from, to, links);
  links.push_back(first_rank_link_ + 2 * from);
  if (host_of_[from] != host_of_[to]) routes_->append(host_of_[from], host_of_[to], links);
  links.push_back(first_rank_link_ + 2 * to + 1);
}

std::vector<int> Network::route(int from, int to) const {
  std::vector<int> links;
  append_route(from, to, links);
  return links;
}

double Network::rate(int from, int to) const {
  double rate = unlimited;
  for (int link : route(from, to)) rate = std::min(rate, links_[link].rate);
  return rate;
}

double Network::latency(int from, int to) const {
  double sum = 0;
  for (int link : route(from, to)) sum += links_[link].latency;
  return sum;
}

bool Network::is_tree() const {
  return host_of_.empty() && routes_->tree() != nullptr;
}

bool Network::contends_at_hosts_only() const {
  return is_tree() && routes_->tree()->contends_at_hosts_only(hosts_, links_);
}

namespace {

/// Renumbers the hosts of a tree; hosts that are not listed become switches.
Network renumbered(const Network& tree, const std::vector<int>& hosts) {
  const int vertices = static_cast<int>(tree.names().size());
  std::vector<int> order = hosts;  // old vertices by new number
  const std::set<int> chosen(hosts.begin(), hosts.end());
  for (int v = 0; v < vertices; ++v)
    if (!chosen.contains(v)) order.push_back(v);
  std::vector<int> number(vertices);
  std::vector<std::string> names;
  for (int v = 0; v < vertices; ++v) {
    number[order[v]] = v;
    names.push_back(tree.names()[order[v]]);
  }
  std::vector<Cable> cables;
  for (std::size_t l = 0; l < tree.links().size(); l += 2) {
    const Link& link = tree.links()[l];
    cables.push_back({number[link.from], number[link.to], link.rate, link.latency});
  }
  const int count = static_cast<int>(hosts.size());
  return Network::of_cables(count, vertices - count, cables, std::move(names));
}

}  // namespace

Network for_ranks(const Network& network, const std::vector<int>& host_of) {
  std::vector<int> all(network.hosts());
  std::iota(all.begin(), all.end(), 0);
  if (host_of == all) return network;
  const bool one_rank_each = std::set(host_of.begin(), host_of.end()).size() == host_of.size();
  if (one_rank_each && network.is_tree()) return renumbered(network, host_of);
  return network.with_ranks(host_of);
}

}  // namespace bamboo::plans
