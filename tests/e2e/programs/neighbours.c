/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbourhood collectives, blocking and nonblocking, on grids, graphs and distributed graphs.
 * Where several edges join two ranks, the installed MPIs confuse their blocks: MPICH 4.0 in some of
 * the functions, Open MPI 4.1 in the nonblocking ones on grids. */
/* e2e: reference=openmpi */
#include "coll_report.h"

enum { MOST = 16, BLOCK = 5 };

static int rank, size;

/* All five, and the same nonblocking, all in flight at once, if they are right. */
static void exchange(MPI_Comm comm, const char *name, int in, int out, int nonblocking) {
  static int sent[MOST * BLOCK * 2], received[10][MOST * BLOCK * 2];
  const int room = sizeof received[0] / sizeof(int);
  int send_counts[MOST], send_at[MOST], receive_counts[MOST], receive_at[MOST];
  MPI_Aint send_bytes[MOST], receive_bytes[MOST];
  MPI_Datatype send_types[MOST], receive_types[MOST], pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  for (int i = 0; i < room; i++) sent[i] = value(rank, i);
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < room; i++) received[k][i] = -1;
  for (int i = 0; i < MOST; i++) {
    send_counts[i] = receive_counts[i] = BLOCK - 1;
    send_at[i] = (MOST - 1 - i) * BLOCK, receive_at[i] = i * BLOCK + 1;
    send_bytes[i] = i * BLOCK * sizeof(int), receive_bytes[i] = (MOST - 1 - i) * BLOCK * sizeof(int);
    send_types[i] = MPI_INT, receive_types[i] = pair;
  }
  int half[MOST];
  for (int i = 0; i < MOST; i++) half[i] = (BLOCK - 1) / 2;
  MPI_Request q[5];
  if (nonblocking) {
    MPI_Ineighbor_allgather(sent, BLOCK, MPI_INT, received[5], BLOCK, MPI_INT, comm, &q[0]);
    MPI_Ineighbor_allgatherv(sent, BLOCK - 1, MPI_INT, received[6], receive_counts, receive_at, MPI_INT, comm, &q[1]);
    MPI_Ineighbor_alltoall(sent, BLOCK, MPI_INT, received[7], BLOCK, MPI_INT, comm, &q[2]);
    MPI_Ineighbor_alltoallv(sent, send_counts, send_at, MPI_INT, received[8], receive_counts, receive_at, MPI_INT,
                            comm, &q[3]);
    MPI_Ineighbor_alltoallw(sent, send_counts, send_bytes, send_types, received[9], half, receive_bytes,
                            receive_types, comm, &q[4]);
    MPI_Waitall(5, q, MPI_STATUSES_IGNORE);
  }
  MPI_Neighbor_allgather(sent, BLOCK, MPI_INT, received[0], BLOCK, MPI_INT, comm);
  MPI_Neighbor_allgatherv(sent, BLOCK - 1, MPI_INT, received[1], receive_counts, receive_at, MPI_INT, comm);
  MPI_Neighbor_alltoall(sent, BLOCK, MPI_INT, received[2], BLOCK, MPI_INT, comm);
  MPI_Neighbor_alltoallv(sent, send_counts, send_at, MPI_INT, received[3], receive_counts, receive_at, MPI_INT,
                         comm);
  MPI_Neighbor_alltoallw(sent, send_counts, send_bytes, send_types, received[4], half, receive_bytes,
                         receive_types, comm);
  MPI_Type_free(&pair);
  say("%s, %d in, %d out:", name, in, out);
  for (int k = 0; k < 5; k++)
    say(" %lx%s", digest(received[k], sizeof received[k]),
        nonblocking && memcmp(received[k], received[k + 5], sizeof received[k]) ? " but nonblocking" : "");
  say("\n");
}

static void grid(int dimensions, const int *periods, const char *name) {
  int dims[3] = {0};
  MPI_Comm comm;
  MPI_Dims_create(size, dimensions, dims);
  MPI_Cart_create(MPI_COMM_WORLD, dimensions, dims, periods, 0, &comm);
  int twice = 0; /* both neighbours along a dimension are one rank */
  for (int d = 0; d < dimensions; d++) twice |= periods[d] && dims[d] <= 2;
  exchange(comm, name, 2 * dimensions, 2 * dimensions, !twice);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int open[] = {0, 0, 0}, around[] = {1, 1, 1}, mixed[] = {0, 1, 0};
  grid(1, open, "line");
  grid(1, around, "ring");
  grid(2, mixed, "tube");
  grid(3, around, "torus");

  /* Each rank with itself, both neighbours on a line, and with the first of them twice. */
  int *index = malloc(size * sizeof *index), *edges = malloc(5 * size * sizeof *edges), end = 0, begin = 0;
  for (int r = 0; r < size; r++) {
    if (r == rank) begin = end;
    edges[end++] = r;
    if (r > 0) edges[end++] = r - 1;
    if (r + 1 < size) edges[end++] = r + 1;
    if (r > 0) edges[end++] = r - 1;
    if (r + 1 < size) edges[end++] = r + 1;
    index[r] = end;
  }
  MPI_Comm comm;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
  exchange(comm, "graph", index[rank] - begin, index[rank] - begin, 1);
  MPI_Comm_free(&comm);
  free(index);
  free(edges);

  /* Sends to the next rank, to the one after it and to the next one again: sources and targets differ. */
  int to[3] = {(rank + 1) % size, (rank + 2) % size, (rank + 1) % size};
  int from[3] = {(rank + size - 1) % size, (rank + 2 * size - 2) % size, (rank + size - 1) % size};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, from, MPI_UNWEIGHTED, 3, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &comm);
  exchange(comm, "distributed graph", 3, 3, 1);
  MPI_Comm_free(&comm);
  report();
  MPI_Finalize();
  return 0;
}
