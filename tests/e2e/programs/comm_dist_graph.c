/* SPDX-License-Identifier: Apache-2.0 */
/* Distributed graphs: each rank's own edges, edges that other ranks name, with weights and without.
 * The MPI chooses the order in which a rank gets the edges that other ranks name. */
#include "coll_report.h"

static int by_value(const void *a, const void *b) {
  const int *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void list_edges(const char *what, int count, const int *ranks, const int *weights, int sorted) {
  int(*pairs)[2] = malloc((count + 1) * sizeof *pairs);
  for (int i = 0; i < count; i++) pairs[i][0] = ranks[i], pairs[i][1] = weights[i];
  if (sorted) qsort(pairs, count, sizeof *pairs, by_value);
  say("%s:", what);
  for (int i = 0; i < count; i++) say(" %d (%d)", pairs[i][0], pairs[i][1]);
  say("\n");
  free(pairs);
}

static void describe(MPI_Comm graph, int sorted) {
  int kind, in, out, weighted;
  MPI_Topo_test(graph, &kind);
  MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  say("distributed graph: %d, %d in, %d out, weighted %d\n", kind == MPI_DIST_GRAPH, in, out, weighted);
  int *from = malloc((in + 1) * sizeof *from), *to = malloc((out + 1) * sizeof *to);
  int *from_weights = calloc(in + 1, sizeof *from), *to_weights = calloc(out + 1, sizeof *to);
  MPI_Dist_graph_neighbors(graph, in, from, weighted ? from_weights : MPI_UNWEIGHTED, out, to,
                           weighted ? to_weights : MPI_UNWEIGHTED);
  list_edges("from", in, from, from_weights, sorted);
  list_edges("to", out, to, to_weights, sorted);
  free(from);
  free(to);
  free(from_weights);
  free(to_weights);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Comm graph, copy;

  /* Adjacent: a ring in which each edge occurs twice, and a loop. */
  int in[] = {left, left, rank}, out[] = {rank, right, right};
  int in_weights[] = {1, 2, rank + 10}, out_weights[] = {rank + 10, 1, 2};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, in, in_weights, 3, out, out_weights, MPI_INFO_NULL, 0,
                                 &graph);
  describe(graph, 0);
  MPI_Comm_dup(graph, &copy);
  MPI_Comm_free(&graph);
  describe(copy, 0);
  MPI_Comm_free(&copy);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, in, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &graph);
  describe(graph, 0);
  MPI_Comm_free(&graph);
  /* Only rank 0 has edges: the others pass the value for "no weights at all". */
  int last = size - 1;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == last, in + 2, rank == last ? in_weights : MPI_WEIGHTS_EMPTY,
                                 rank == last, out, rank == last ? in_weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL,
                                 0, &graph);
  describe(graph, 0);
  MPI_Comm_free(&graph);

  /* General: rank 0 names the edges of a star, every rank an edge of its right neighbour's, twice. */
  int *sources = malloc((size + 2) * sizeof *sources), *degrees = malloc((size + 2) * sizeof *degrees);
  int *destinations = malloc(3 * (size + 2) * sizeof *destinations);
  int *weights = malloc(3 * (size + 2) * sizeof *weights);
  int n = 0, edges = 0;
  sources[n] = right, degrees[n++] = 2;
  for (int i = 0; i < 2; i++) destinations[edges] = left, weights[edges++] = rank * 2 + i;
  if (rank == 0)
    for (int r = 0; r < size; r++) {
      sources[n] = r, degrees[n++] = 1;
      destinations[edges] = 0, weights[edges++] = 100 + r;
    }
  MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations, weights, MPI_INFO_NULL, 0, &graph);
  describe(graph, 1);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? n : 0, sources, degrees, destinations, MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &graph);
  describe(graph, 1);
  MPI_Comm_free(&graph);
  free(sources);
  free(degrees);
  free(destinations);
  free(weights);
  report();
  MPI_Finalize();
  return 0;
}
