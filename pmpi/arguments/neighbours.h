// SPDX-License-Identifier: Apache-2.0
// The neighbours that the topology of a communicator gives a process.
#pragma once

#include <mpi.h>

#include <array>
#include <memory>
#include <vector>

#include "arguments/edge_orders.h"

namespace bamboo::plans::pmpi {

/// A block of the program's that goes along an edge.
struct EdgeBlock {
  int rank;   ///< at the other end
  int block;  ///< its index among those of its side
};
using EdgeBlocks = std::vector<EdgeBlock>;

/// The neighbours of one process. Blocks without a neighbour (MPI_PROC_NULL) have no edge.
struct Neighbours {
  TopologyKind kind = TopologyKind::Graph;
  int blocks_received = 0, blocks_sent = 0;  ///< with those without a neighbour
  EdgeBlocks destinations;
  std::array<EdgeBlocks, edge_order_count> sources;  ///< by the order of edges
  /// A Cartesian topology in which some process is a neighbour of another one twice.
  bool has_twins = false;
  /// The edge orders of this kind of topology; null if they have not been measured yet. Either all
  /// processes have them or none: they are measured in collective calls that may block.
  const EdgeOrdersOfExchanges* orders = nullptr;

  const EdgeBlocks& sources_in(EdgeOrder order) const {
    return sources[static_cast<std::size_t>(order)];
  }
  /// The order in which the edges of blocking calls match; nothing if the installed MPI's order is
  /// unknown.
  std::optional<EdgeOrder> order_of(EdgeExchange exchange) const {
    return orders ? (*orders)[static_cast<std::size_t>(exchange)].blocking : std::nullopt;
  }
  /// Whether this also holds for the nonblocking exchanges.
  bool is_alike_behind_requests(EdgeExchange exchange) const {
    return orders && ((*orders)[static_cast<std::size_t>(exchange)].agree() ||
                      (kind == TopologyKind::Cartesian && !has_twins));
  }
};

/// A process of the communicator that a call is made on.
struct Member {
  int rank, size;
  std::shared_ptr<const Neighbours> neighbours = {};  ///< null: there is no topology
  bool has(int root) const { return root >= 0 && root < size; }
};

/// Returns null if the communicator has no topology. Local; does not measure `orders`.
std::shared_ptr<Neighbours> neighbours_of(MPI_Comm comm);

}  // namespace bamboo::plans::pmpi
