// SPDX-License-Identifier: Apache-2.0
#include "topologies/distributed_graph.h"

#include "errors/checks.h"

namespace bamboo::mpi {

DistributedGraph::Edges make_edges(int degree, const int* ranks, const int* weights, int size,
                                   const char* name) {
  if (degree < 0) fail(MPI_ERR_ARG, "the number of %s is %d, must be 0 or more", name, degree);
  check_array(ranks, degree, name);
  DistributedGraph::Edges edges;
  for (int i = 0; i < degree; i++) {
    if (ranks[i] < 0 || ranks[i] >= size)
      fail(MPI_ERR_RANK, "%s[%d] is %d, must be 0 … %d", name, i, ranks[i], size - 1);
    edges.ranks.push_back(ranks[i]);
  }
  if (weights == MPI_UNWEIGHTED || degree == 0) return edges;
  if (weights == MPI_WEIGHTS_EMPTY)
    fail(MPI_ERR_ARG, "the weights are MPI_WEIGHTS_EMPTY, but there are %d %s", degree, name);
  check_array(weights, degree, "the array of weights");
  edges.weights.assign(weights, weights + degree);
  return edges;
}

}  // namespace bamboo::mpi
