// SPDX-License-Identifier: Apache-2.0
#include "topologies/graph.h"

#include "errors/checks.h"

namespace bamboo::mpi {

std::span<const int> GraphTopology::neighbours(int node) const {
  const int begin = node == 0 ? 0 : index[node - 1];
  return std::span(edges).subspan(begin, index[node] - begin);
}

GraphTopology make_graph(std::span<const int> index, const int* edges, int ranks) {
  const int nodes = static_cast<int>(index.size());
  if (nodes > ranks)
    fail(MPI_ERR_ARG, "nnodes is %d, must be at most %d, the size of comm", nodes, ranks);
  int end = 0;
  for (int node = 0; node < nodes; node++) {
    if (index[node] < end)
      fail(MPI_ERR_ARG, "index[%d] is %d, must be %d or more", node, index[node], end);
    end = index[node];
  }
  check_array(edges, end, "edges");
  for (int i = 0; i < end; i++)
    if (edges[i] < 0 || edges[i] >= nodes)
      fail(MPI_ERR_ARG, "edges[%d] is %d, must be 0 … %d", i, edges[i], nodes - 1);
  return {{index.begin(), index.end()}, {edges, edges + end}};
}

}  // namespace bamboo::mpi
