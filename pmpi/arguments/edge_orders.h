// SPDX-License-Identifier: Apache-2.0
// Pairs the edges where several join two processes. The standard says it since MPI-4.0, and the
// MPIs do not agree on it: a plan follows the installed one, call by call.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <optional>

namespace bamboo::plans::pmpi {

/// The k-th block that a process sends to another one arrives at the k-th one from it in this order
/// of the receiver's blocks.
enum class EdgeOrder : std::uint8_t {
  AsListed,
  Reversed,
  Mirrored,  ///< of a Cartesian topology: data sent in a direction arrive from the opposite one
};
constexpr std::size_t edge_order_count = 3;

/// The exchanges of neighbours that have a block for each edge.
enum class EdgeExchange : std::uint8_t { Alltoall, Alltoallv, Alltoallw };
constexpr std::size_t edge_exchange_count = 3;

/// The orders of one exchange; empty if it is none of the above.
struct EdgeOrders {
  std::optional<EdgeOrder> blocking, nonblocking;
  bool agree() const { return blocking && blocking == nonblocking; }
};
using EdgeOrdersOfExchanges = std::array<EdgeOrders, edge_exchange_count>;

enum class TopologyKind : std::uint8_t { Graph, Cartesian };

/// Measures the installed MPI's orders with edges of a process to itself. It does so once, with
/// communicators of this process alone: it waits for no other process, but must not be used in
/// calls that return at once. The result is the same in all processes of a job.
const EdgeOrdersOfExchanges& edge_orders(TopologyKind kind);

}  // namespace bamboo::plans::pmpi
