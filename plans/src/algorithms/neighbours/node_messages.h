// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/neighbours/edges.h"
#include "bamboo/plans/locality.h"

namespace bamboo::plans {

/// An edge as both of its ends number it.
struct Edge {
  int from, to;
  int sent, received;  ///< among the destinations of `from`, among the sources of `to`
};

/// A block that goes once from a node to another one, for all of these edges.
struct Parcel {
  int from;
  std::size_t offset, units;  ///< in the message
  std::vector<Edge> edges;    ///< that have it; one, unless each rank sends one block to all
};

/// All data from one node to another, between one rank of each. Ordered by receiver, then by
/// source: the data for one rank are contiguous unless ranks share them.
struct NodeMessage {
  int sender = -1, receiver = -1;
  std::size_t units = 0;
  std::vector<Parcel> parcels;
};

/// The messages that a rank's node sends to and gets from each other one, at the number of that
/// node. All ranks of both nodes make the same.
class NodeMessages {
 public:
  NodeMessages(std::span<const Problem> all, const Locality& locality, int node);

  const NodeMessage& to(int node) const { return to_[node]; }
  const NodeMessage& from(int node) const { return from_[node]; }
  /// The edges inside of the node.
  const std::vector<Edge>& local() const { return local_; }
  /// The edges to and from other nodes that had no data.
  const std::vector<Edge>& not_carried() const { return not_carried_; }

 private:
  NodeMessage make(const Locality& locality, bool is_shared, int from, int to);
  std::vector<Edge> edges(int from, int to) const;

  std::vector<EdgesByRank> sources_, destinations_;  ///< by rank
  std::vector<EdgePlaces> places_;
  std::vector<NodeMessage> to_, from_;
  std::vector<Edge> local_, not_carried_;
};

}  // namespace bamboo::plans
