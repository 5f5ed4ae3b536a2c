// SPDX-License-Identifier: Apache-2.0
// Which ranks of a communicator stand together, so that no wire is between them.
#pragma once

#include <span>
#include <vector>

namespace bamboo::plans {

/// What the choice of an algorithm depends on.
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
  /// By rank a small number that is the same for the ranks of one node, and for no others.
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
