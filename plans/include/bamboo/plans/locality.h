// SPDX-License-Identifier: Apache-2.0
// Groups the ranks of a communicator by node: no network link is between ranks of one node.
#pragma once

#include <span>
#include <vector>

namespace bamboo::plans {

/// The properties of a locality that the choice of an algorithm depends on.
struct LocalityShape {
  int size = 1;
  int nodes = 1;
  int most_ranks = 1;       ///< on one node
  bool is_in_order = true;  ///< each node has consecutive ranks

  /// Each node has as many ranks.
  bool is_even() const { return most_ranks * nodes == size; }
  /// The tree in which reductions bracket all ranks is that of the nodes, with that of each node's
  /// ranks below.
  bool splits_reductions() const;
};

/// Nodes are numbered in the order of their first ranks.
class Locality {
 public:
  /// `places` has a number for each rank; ranks of one node have equal numbers, all others
  /// different ones.
  explicit Locality(std::span<const int> places);

  const LocalityShape& shape() const { return shape_; }
  int nodes() const { return shape_.nodes; }
  int node_of(int rank) const { return node_of_[rank]; }
  /// Ascending.
  std::span<const int> ranks(int node) const { return ranks_[node]; }

 private:
  LocalityShape shape_;
  std::vector<int> node_of_;
  std::vector<std::vector<int>> ranks_;
};

}  // namespace bamboo::plans
