/* SPDX-License-Identifier: Apache-2.0 */
/* Graph communicators: a wheel, whose hub is rank 0, loops and edges that occur twice. */
#include "coll_report.h"

/* Edges of rank r: its loop where r is even, both neighbours on the rim, the hub twice. */
static int wheel(int size, int *index, int *edges) {
  int end = 0;
  for (int r = 0; r < size; r++) {
    if (r % 2 == 0) edges[end++] = r;
    if (r == 0) {
      for (int spoke = 1; spoke < size; spoke++) edges[end++] = spoke, edges[end++] = spoke;
    } else {
      edges[end++] = 0, edges[end++] = 0;
      if (r > 1) edges[end++] = r - 1;
      if (r + 1 < size) edges[end++] = r + 1;
    }
    index[r] = end;
  }
  return end;
}

static void describe(MPI_Comm graph) {
  int kind, nodes, edges, size;
  MPI_Topo_test(graph, &kind);
  MPI_Graphdims_get(graph, &nodes, &edges);
  MPI_Comm_size(graph, &size);
  say("graph: %d, %d nodes, %d edges, size %d\n", kind == MPI_GRAPH, nodes, edges, size);
  int *index = malloc(nodes * sizeof *index), *list = malloc((edges + 1) * sizeof *list);
  MPI_Graph_get(graph, nodes, edges, index, list);
  say("%lx %lx\n", digest(index, nodes * sizeof *index), digest(list, edges * sizeof *list));
  for (int r = 0; r < nodes; r++) {
    int count;
    MPI_Graph_neighbors_count(graph, r, &count);
    MPI_Graph_neighbors(graph, r, count, list);
    say("neighbours of %d:", r);
    for (int i = 0; i < count; i++) say(" %d", list[i]);
    say("\n");
  }
  free(index);
  free(list);
}

int main(int argc, char **argv) {
  int rank, size, kind;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *index = malloc(size * sizeof *index), *edges = malloc(8 * size * sizeof *edges);
  wheel(size, index, edges);
  MPI_Comm graph, copy, smaller, empty;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
  describe(graph);
  MPI_Comm_dup(graph, &copy);
  MPI_Comm_free(&graph);
  describe(copy);
  int there;
  MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &there);
  say("mapped to itself: %d\n", there == rank);
  MPI_Comm_free(&copy);

  if (size > 1) {
    wheel(size - 1, index, edges);
    MPI_Graph_create(MPI_COMM_WORLD, size - 1, index, edges, 0, &smaller);
    say("outside: %d\n", smaller == MPI_COMM_NULL);
    if (smaller != MPI_COMM_NULL) {
      int sum;
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, smaller);
      say("sum %d\n", sum);
      describe(smaller);
      MPI_Comm_free(&smaller);
    }
  }
  MPI_Graph_create(MPI_COMM_WORLD, 0, index, edges, 0, &empty);
  say("empty: %d\n", empty == MPI_COMM_NULL);
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  say("world: %d\n", kind == MPI_UNDEFINED);
  free(index);
  free(edges);
  report();
  MPI_Finalize();
  return 0;
}
