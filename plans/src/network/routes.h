// SPDX-License-Identifier: Apache-2.0
// The links of the route between two hosts of a network. Vertices are the hosts, then the switches;
// link numbers are those of the network.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// A graph without cycles: up from both ends until they meet.
struct TreeRoutes {
  std::vector<int> parent, up, depth;  ///< of each vertex: the link `up` leads to its parent

  void append(int from, int to, std::vector<int>& links) const;
  /// A trunk carries what all hosts on its far side, or on its near side, may send together.
  bool contends_at_hosts_only(int hosts, const std::vector<Link>& all) const;
};

/// A periodic grid: along one dimension after the other, the shorter way round.
struct TorusRoutes {
  std::vector<int> extents;
  std::vector<int> forwards, backwards;  ///< the link of each host and dimension

  void append(int from, int to, std::vector<int>& links) const;
};

/// Switches in levels, above the hosts, which are level 0. A block of level l is what one switch of
/// level l reaches below it; a block has as many switches of its level, its columns, as one of the
/// level below has hosts.
class FatTreeRoutes {
 public:
  /// Extents as of Network::fat_tree().
  explicit FatTreeRoutes(const std::vector<int>& extents);
  std::vector<Cable> cables(double rate, double latency) const;
  int hosts() const { return sizes_.back(); }
  int switches() const;
  void append(int from, int to, std::vector<int>& links) const;

 private:
  int levels() const { return static_cast<int>(sizes_.size()) - 1; }
  /// The number of cables between a switch of this level and the level above, or below.
  int degree_above(int level) const { return level == 0 ? 1 : sizes_[level] / sizes_[level - 1]; }
  int columns(int level) const { return level == 0 ? 1 : sizes_[level - 1]; }
  int vertex(int level, int block, int column) const;
  /// The cable from the level to the one above on a host's way to `to`.
  int cable(int level, int host, int to) const;

  std::vector<int> sizes_;  // the hosts in a block of each level
};

/// Any other graph.
struct TableRoutes {
  int vertices = 0;
  std::vector<int> next;  ///< host * vertices + vertex: the link from the vertex towards the host
  std::vector<int> ends;  ///< of each link

  void append(int from, int to, std::vector<int>& links) const;
};

/// Immutable, so networks share it with their copies.
class Routes {
 public:
  using Way = std::variant<TreeRoutes, TorusRoutes, FatTreeRoutes, TableRoutes>;
  explicit Routes(Way way) : way_(std::move(way)) {}
  void append(int from, int to, std::vector<int>& links) const {
    std::visit([&](const auto& way) { way.append(from, to, links); }, way_);
  }
  /// Returns null if the network has cycles.
  const TreeRoutes* tree() const { return std::get_if<TreeRoutes>(&way_); }

 private:
  Way way_;
};

/// Routes with the fewest links. Throws std::invalid_argument for a graph in parts, and for one
/// with cycles and more than 4,096 hosts.
Routes shortest_routes(int hosts, const std::vector<std::string>& names,
                       const std::vector<Link>& links);

}  // namespace bamboo::plans
