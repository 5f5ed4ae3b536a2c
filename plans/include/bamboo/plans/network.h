// SPDX-License-Identifier: Apache-2.0
// The network that a plan is made for: which hosts there are, by which links messages between them
// go, and what the links carry. Contention may be on any link, not only on a host's own.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bamboo::plans {

class Routes;

/// One direction of a cable.
struct Link {
  std::string name;      ///< "h3-s0": from host 3 to switch 0
  double rate = 0;       ///< bytes per second; infinity: never looked at
  double latency = 0;    ///< seconds
  int from = 0, to = 0;  ///< vertices: first the hosts, then the switches
};

/// A cable between two vertices, both directions alike.
struct Cable {
  int a = 0, b = 0;  ///< vertices: first the hosts, then the switches
  double rate = 0, latency = 0;
};

/// Immutable; may be read by many threads. Every pair of hosts has one route, as in an Ethernet
/// with its spanning tree. Cable c gives the links 2c (a to b) and 2c + 1 (b to a).
class Network {
 public:
  static constexpr double default_latency = 25e-6;  ///< of one cable, in seconds

  /// One switch, a cable to each host. `rate`: bytes per second.
  static Network star(int hosts, double rate, double latency = default_latency);
  /// Two switches with hosts, joined by one trunk (CC-MPI, PPoPP'03, Fig. 5).
  static Network two_switches(int left, int right, double rate, double trunk_rate,
                              double latency = default_latency);
  /// Switch i has hosts_at[i] hosts, numbered on, and a trunk to switch parent[i]; parent[0] is not
  /// looked at. parent[i] < i.
  static Network tree(const std::vector<int>& hosts_at, const std::vector<int>& parent, double rate,
                      double trunk_rate, double latency = default_latency);
  /// Hosts with cables to their neighbours in a periodic grid, row-major. Routes go along the first
  /// dimension, then the second, …, the shorter way round. Throws std::invalid_argument for more
  /// than 262,144 hosts.
  static Network torus(const std::vector<int>& extents, double rate,
                       double latency = default_latency);
  /// Hosts below switches in as many levels as there are extents, row-major: {4, 8, 16} is 4 pods
  /// of 8 switches of 16 hosts. Each switch has as many cables up as down, so that no half of the
  /// hosts has less than its full rate to the other. Routes go up by the receiver's number
  /// (D-mod-k: Zahavi, Johnson, Kerbyson, Lang, "Optimized InfiniBand fat-tree routing for shift
  /// all-to-all communication patterns", 2010), so that receivers share no link on the way down but
  /// near their own switch. Throws std::invalid_argument for more than 262,144 hosts.
  static Network fat_tree(const std::vector<int>& extents, double rate,
                          double latency = default_latency);
  /// Any connected graph. Routes have the fewest links; among several the one by the link of lowest
  /// number, seen from the receiver. Throws std::invalid_argument for a graph in parts, and for one
  /// with cycles and more than 4,096 hosts.
  static Network of_cables(int hosts, int switches, const std::vector<Cable>& cables,
                           std::vector<std::string> names = {});
  /// Returns the same network for several ranks per host: rank r is "host" r of the result and is
  /// attached to this network's host host_of[r], whose links its ranks share.
  Network with_ranks(const std::vector<int>& host_of) const;

  /// Returns the same network with link rates in units of `bytes` bytes.
  Network in_units(std::size_t bytes) const;

  /// The hosts alone.
  Network without_ranks() const;

  int hosts() const { return hosts_; }
  int switches() const { return static_cast<int>(names_.size()) - hosts_; }
  const std::vector<Link>& links() const { return links_; }
  const std::vector<std::string>& names() const { return names_; }  ///< of the vertices
  /// The number of ranks if hosts have several ranks (hosts() then counts ranks), else 0; and the
  /// number of hosts that they run on.
  int ranks() const { return static_cast<int>(host_of_.size()); }
  int base_hosts() const { return base_hosts_; }
  /// The host that a rank runs on.
  int host_of(int rank) const { return host_of_.empty() ? rank : host_of_[rank]; }
  enum class Shape { Cables, Torus, FatTree };
  Shape shape() const { return shape_; }
  /// A torus' or a fat tree's extents, else empty.
  const std::vector<int>& extents() const { return extents_; }

  /// The links from one host to another, in their order; none from a host to itself.
  std::vector<int> route(int from, int to) const;
  /// Like route(), but appends to `links`, which saves a vector for each of a million messages.
  void append_route(int from, int to, std::vector<int>& links) const;
  /// The rate of the route's slowest link.
  double rate(int from, int to) const;
  /// The sum of the route's latencies.
  double latency(int from, int to) const;

  /// Hosts contend for nothing but their own cables: one switch, or trunks that carry what all
  /// hosts behind them may send.
  bool contends_at_hosts_only() const;
  /// No cycles. Messages may pass through hosts.
  bool is_tree() const;

 private:
  /// Names and links; nothing is known of routes.
  Network(int hosts, int switches, const std::vector<Cable>& cables,
          std::vector<std::string> names);
  void add_links(const std::vector<Cable>& cables);

  int hosts_ = 0, base_hosts_ = 0;
  std::vector<std::string> names_;
  std::vector<Link> links_;
  Shape shape_ = Shape::Cables;
  std::vector<int> extents_;
  std::shared_ptr<const Routes> routes_;  // between hosts, without ranks
  // Ranks on hosts: each rank's host, and the first of its two links.
  std::vector<int> host_of_;
  int first_rank_link_ = 0;
};

/// Returns the network for ranks on the given hosts, which have no ranks yet. With one rank per
/// host it remains a network of hosts, which more schedulers can serve.
Network for_ranks(const Network& network, const std::vector<int>& host_of);

}  // namespace bamboo::plans
