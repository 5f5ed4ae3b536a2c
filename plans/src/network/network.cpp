// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/network.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bamboo::plans {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int most_hosts_with_tables = 4096;  // the table of next links is hosts * vertices

/// For each vertex the links that leave it.
std::vector<std::vector<int>> leaving_links(int vertices, const std::vector<Link>& links) {
  std::vector<std::vector<int>> leaving(vertices);
  for (int l = 0; l < static_cast<int>(links.size()); ++l) leaving[links[l].from].push_back(l);
  return leaving;
}

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

Network Network::of_cables(int hosts, int switches, const std::vector<Cable>& cables,
                           std::vector<std::string> names) {
  Network out = without_routes(hosts, switches, cables, std::move(names));
  if (!out.make_tree()) out.make_next_links();
  return out;
}

Network Network::without_routes(int hosts, int switches, const std::vector<Cable>& cables,
                                std::vector<std::string> names) {
  if (hosts < 1 || switches < 0) throw std::invalid_argument("a network has at least one host");
  check_cables(hosts + switches, cables);
  Network out;
  out.hosts_ = out.base_hosts_ = hosts;

  out.names_ = std::move(names);
  for (int v = static_cast<int>(out.names_.size()); v < hosts + switches; ++v)
    out.names_.push_back(v < hosts ? "h" + std::to_string(v) : "s" + std::to_string(v - hosts));
  out.add_links(cables);
  return out;
}

void Network::add_links(const std::vector<Cable>& cables) {
  links_.reserve(2 * cables.size());
  for (const Cable& c : cables) {
    links_.push_back({names_[c.a] + "-" + names_[c.b], c.rate, c.latency, c.a, c.b});
    links_.push_back({names_[c.b] + "-" + names_[c.a], c.rate, c.latency, c.b, c.a});
  }
}

// From the last vertex, which is a switch where there are any.
bool Network::make_tree() {
  const int vertices = static_cast<int>(names_.size());
  const auto leaving = leaving_links(vertices, links_);
  parent_.assign(vertices, -1);
  up_.assign(vertices, -1);
  depth_.assign(vertices, -1);
  std::vector<int> reached{vertices - 1};
  depth_[vertices - 1] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (int link : leaving[reached[i]]) {
      const int next = links_[link].to;
      if (depth_[next] >= 0) continue;
      depth_[next] = depth_[reached[i]] + 1;
      parent_[next] = reached[i];
      up_[next] = link ^ 1;
      reached.push_back(next);
    }
  for (int v = 0; v < vertices; ++v)
    if (depth_[v] < 0) throw std::invalid_argument("no way leads to " + names_[v]);
  if (static_cast<int>(links_.size()) == 2 * (vertices - 1)) return true;
  parent_.clear();
  return false;
}

void Network::make_next_links() {
  if (hosts_ > most_hosts_with_tables)
    throw std::invalid_argument("a network with cycles may have no more than " +
                                std::to_string(most_hosts_with_tables) + " hosts");
  const int vertices = static_cast<int>(names_.size());
  const auto leaving = leaving_links(vertices, links_);
  next_.assign(static_cast<std::size_t>(hosts_) * vertices, -1);
  std::vector<int> reached;
  for (int host = 0; host < hosts_; ++host) {
    int* next = next_.data() + static_cast<std::size_t>(host) * vertices;
    reached.assign(1, host);
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (int link : leaving[reached[i]]) {
        const int vertex = links_[link].to;
        if (vertex == host || next[vertex] >= 0) continue;
        next[vertex] = link ^ 1;
        reached.push_back(vertex);
      }
  }
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
      throw std::invalid_argument("rank " + std::to_string(r) + " stands on no host");
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

// Up from both ends until they meet; the way down is then written from its end.
void Network::append_tree_route(int from, int to, std::vector<int>& links) const {
  int a = from, b = to;
  std::size_t down = 0;
  while (a != b) {
    if (depth_[a] >= depth_[b]) {
      links.push_back(up_[a]);
      a = parent_[a];
    } else {
      b = parent_[b];
      ++down;
    }
  }
  links.resize(links.size() + down);
  for (std::size_t at = links.size(); to != a; to = parent_[to]) links[--at] = up_[to] ^ 1;
}

void Network::append_torus_route(int from, int to, std::vector<int>& links) const {
  const int dimensions = static_cast<int>(extents_.size());
  int stride = 1;
  std::vector<int> strides(extents_.size());
  for (int d = dimensions - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= extents_[d];
  }
  int at = from;
  for (int d = 0; d < dimensions; ++d) {
    const int extent = extents_[d], goal = to / strides[d] % extent;
    const int ahead = (goal - from / strides[d] % extent + extent) % extent;
    const auto& table = 2 * ahead <= extent ? forwards_ : backwards_;
    while (at / strides[d] % extent != goal) {
      const int link = table[at * dimensions + d];
      links.push_back(link);
      at = links_[link].to - first_vertex();
    }
  }
}

void Network::append_base_route(int from, int to, std::vector<int>& links) const {
  if (!parent_.empty()) return append_tree_route(from, to, links);
  if (!extents_.empty()) return append_torus_route(from, to, links);
  const std::size_t row = static_cast<std::size_t>(to) * base_vertices();
  for (int at = from; at != to;) {
    const int link = next_[row + at];
    links.push_back(link);
    at = links_[link].to - first_vertex();
  }
}

void Network::append_route(int from, int to, std::vector<int>& links) const {
  if (from == to) return;
  if (host_of_.empty()) return append_base_route(from, to, links);
  links.push_back(first_rank_link_ + 2 * from);
  if (host_of_[from] != host_of_[to]) append_base_route(host_of_[from], host_of_[to], links);
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

// A trunk is wide enough when it carries what all hosts on its far side, or on its near side, may
// send together. Only trees are looked at.
bool Network::contends_at_hosts_only() const {
  if (!is_tree()) return false;
  std::vector<double> below(names_.size(), 0);
  double all = 0;
  std::vector<int> order(names_.size());
  for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<int>(v);
  std::ranges::sort(order, [this](int a, int b) { return depth_[a] > depth_[b]; });
  for (int v = 0; v < hosts_; ++v) {
    if (depth_[v] != 1 && parent_[v] >= 0 && parent_[v] < hosts_) return false;
    if (up_[v] < 0) return hosts_ == 1;
    below[v] = links_[up_[v]].rate;
    all += below[v];
  }
  for (int v : order) {
    if (parent_[v] < 0) continue;
    if (v >= hosts_ && links_[up_[v]].rate * (1 + 1e-9) < std::min(below[v], all - below[v]))
      return false;
    below[parent_[v]] += below[v];
  }
  return true;
}

}  // namespace bamboo::plans
