// SPDX-License-Identifier: Apache-2.0
#include "arguments/edge_orders.h"

namespace bamboo::plans::pmpi {
namespace {

/// This number is sufficient to distinguish the orders.
constexpr int edges = 4;
using Received = std::array<int, edges>;

std::optional<EdgeOrder> order_of(const Received& received) {
  if (received == Received{0, 1, 2, 3}) return EdgeOrder::AsListed;
  if (received == Received{3, 2, 1, 0}) return EdgeOrder::Reversed;
  if (received == Received{1, 0, 3, 2}) return EdgeOrder::Mirrored;
  return std::nullopt;
}

/// A process with all edges to itself.
MPI_Comm make_topology(TopologyKind kind) {
  MPI_Comm made = MPI_COMM_NULL;
  if (kind == TopologyKind::Cartesian) {
    constexpr int dims[] = {1, 1}, periods[] = {1, 1};
    PMPI_Cart_create(MPI_COMM_SELF, 2, dims, periods, 0, &made);
  } else {
    constexpr int self[edges] = {}, weights[edges] = {1, 1, 1, 1};
    PMPI_Dist_graph_create_adjacent(MPI_COMM_SELF, edges, self, weights, edges, self, weights,
                                    MPI_INFO_NULL, 0, &made);
  }
  return made;
}

/// One block for each edge, which holds its number.
struct Blocks {
  std::array<int, edges> counts{1, 1, 1, 1}, places{0, 1, 2, 3}, sent{0, 1, 2, 3};
  std::array<MPI_Aint, edges> bytes{};
  std::array<MPI_Datatype, edges> types{};
  Received received{-1, -1, -1, -1};
  Blocks() {
    types.fill(MPI_INT);
    for (int i = 0; i < edges; ++i) bytes[i] = i * static_cast<MPI_Aint>(sizeof(int));
  }
};

int exchange(EdgeExchange which, Blocks& b, MPI_Comm comm) {
  const int* counts = b.counts.data();
  const int* places = b.places.data();
  switch (which) {
    case EdgeExchange::Alltoall:
      return PMPI_Neighbor_alltoall(b.sent.data(), 1, MPI_INT, b.received.data(), 1, MPI_INT, comm);
    case EdgeExchange::Alltoallv:
      return PMPI_Neighbor_alltoallv(b.sent.data(), counts, places, MPI_INT, b.received.data(),
                                     counts, places, MPI_INT, comm);
    case EdgeExchange::Alltoallw:
      return PMPI_Neighbor_alltoallw(b.sent.data(), counts, b.bytes.data(), b.types.data(),
                                     b.received.data(), counts, b.bytes.data(), b.types.data(),
                                     comm);
  }
  return MPI_ERR_OTHER;
}

int begin_exchange(EdgeExchange which, Blocks& b, MPI_Comm comm, MPI_Request* request) {
  const int* counts = b.counts.data();
  const int* places = b.places.data();
  switch (which) {
    case EdgeExchange::Alltoall:
      return PMPI_Ineighbor_alltoall(b.sent.data(), 1, MPI_INT, b.received.data(), 1, MPI_INT, comm,
                                     request);
    case EdgeExchange::Alltoallv:
      return PMPI_Ineighbor_alltoallv(b.sent.data(), counts, places, MPI_INT, b.received.data(),
                                      counts, places, MPI_INT, comm, request);
    case EdgeExchange::Alltoallw:
      return PMPI_Ineighbor_alltoallw(b.sent.data(), counts, b.bytes.data(), b.types.data(),
                                      b.received.data(), counts, b.bytes.data(), b.types.data(),
                                      comm, request);
  }
  return MPI_ERR_OTHER;
}

EdgeOrders orders_of(EdgeExchange which, MPI_Comm comm) {
  EdgeOrders out;
  Blocks blocking, nonblocking;
  if (exchange(which, blocking, comm) == MPI_SUCCESS) out.blocking = order_of(blocking.received);
  MPI_Request request = MPI_REQUEST_NULL;
  if (begin_exchange(which, nonblocking, comm, &request) != MPI_SUCCESS) return out;
  PMPI_Wait(&request, MPI_STATUS_IGNORE);
  out.nonblocking = order_of(nonblocking.received);
  return out;
}

EdgeOrdersOfExchanges ask(TopologyKind kind) {
  EdgeOrdersOfExchanges out;
  MPI_Comm topology = make_topology(kind);
  if (topology == MPI_COMM_NULL) return out;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = orders_of(static_cast<EdgeExchange>(i), topology);
  PMPI_Comm_free(&topology);
  return out;
}

}  // namespace

const EdgeOrdersOfExchanges& edge_orders(TopologyKind kind) {
  static const EdgeOrdersOfExchanges of_graph = ask(TopologyKind::Graph);
  static const EdgeOrdersOfExchanges of_cartesian = ask(TopologyKind::Cartesian);
  return kind == TopologyKind::Graph ? of_graph : of_cartesian;
}

}  // namespace bamboo::plans::pmpi
