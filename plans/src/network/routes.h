// SPDX-License-Identifier: Apache-2.0
// Which links lead from one host of a network to another. Vertices are first the hosts, then the
// switches; link numbers are those of the network.
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
  using Way = std::variant<TreeRoutes, TorusRoutes, TableRoutes>;
  explicit Routes(Way way) : way_(std::move(way)) {}
  void append(int from, int to, std::vector<int>& links) const {
    std::visit([&](const auto& way) { way.append(from, to, links); }, way_);
  }
  /// Null: there are cycles.
  const TreeRoutes* tree() const { return std::get_if<TreeRoutes>(&way_); }

 private:
  Way way_;
};

/// Routes with the fewest links. Throws std::invalid_argument for a graph in parts, and for one with
/// cycles and more than 4,096 hosts.
Routes shortest_routes(int hosts, const std::vector<std::string>& names,
                       const std::vector<Link>& links);

}  // namespace bamboo::plans
