/* SPDX-License-Identifier: Apache-2.0 */
/* Every persistent collective, started again and again, completed by all functions. Plain MPI gives
 * the reference with the nonblocking ones: Open MPI 4.1 has no others, MPICH 4.0.2 hangs in them. */
#include "coll_report.h"

enum { N = 24, ROUNDS = 6, OPERATIONS = 22, NEIGHBOURS = 4 };

static int rank, size, root;
static int *in, *out[OPERATIONS], *mine;
static int *counts, *displs, *few, *equal, *bytes;
static MPI_Datatype *types, pairs, ints[NEIGHBOURS];
static int same[NEIGHBOURS], at[NEIGHBOURS];
static MPI_Aint steps[NEIGHBOURS];
static MPI_Comm w, grid;
static MPI_Request q[OPERATIONS];

#ifdef BAMBOO_MPI_H
enum { PERSISTENT = 1 };
#define BEGIN(name, nonblocking, ...) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &q[k])
#else
enum { PERSISTENT = 0 };
#define BEGIN(name, nonblocking, ...) MPI_##nonblocking(__VA_ARGS__, &q[k])
#endif

static int begin(int k) {
  switch (k) {
    case 0: return BEGIN(Bcast, Ibcast, out[k], N, MPI_INT, root, w);
    case 1: return BEGIN(Gather, Igather, in, N, MPI_INT, out[k], N / 2, pairs, root, w);
    case 2: return BEGIN(Gatherv, Igatherv, in, counts[rank], MPI_INT, out[k], counts, displs, MPI_INT, root, w);
    case 3: return BEGIN(Scatter, Iscatter, in, N, MPI_INT, out[k], N, MPI_INT, root, w);
    case 4: return BEGIN(Scatterv, Iscatterv, in, counts, displs, MPI_INT, out[k], counts[rank], MPI_INT, root, w);
    case 5: return BEGIN(Allgather, Iallgather, in, N, MPI_INT, out[k], N, MPI_INT, w);
    case 6: return BEGIN(Allgatherv, Iallgatherv, in, counts[rank], MPI_INT, out[k], counts, displs, MPI_INT, w);
    case 7: return BEGIN(Alltoall, Ialltoall, MPI_IN_PLACE, 0, MPI_INT, out[k], N / 2, pairs, w);
    case 8: return BEGIN(Alltoallv, Ialltoallv, in, few, displs, MPI_INT, out[k], few, displs, MPI_INT, w);
    case 9: return BEGIN(Alltoallw, Ialltoallw, in, few, bytes, types, out[k], few, bytes, types, w);
    case 10: return BEGIN(Reduce, Ireduce, in, out[k], N, MPI_INT, MPI_SUM, root, w);
    case 11: return BEGIN(Allreduce, Iallreduce, MPI_IN_PLACE, out[k], N, MPI_INT, MPI_BXOR, w);
    case 12: return BEGIN(Scan, Iscan, in, out[k], N, MPI_INT, MPI_SUM, w);
    case 13: return BEGIN(Exscan, Iexscan, in, out[k], N, MPI_INT, MPI_MAX, w);
    case 14:
      return BEGIN(Reduce_scatter_block, Ireduce_scatter_block, MPI_IN_PLACE, out[k], N, MPI_INT, MPI_SUM, w);
    case 15: return BEGIN(Reduce_scatter, Ireduce_scatter, in, out[k], equal, MPI_INT, MPI_MIN, w);
    case 16: return BEGIN(Barrier, Ibarrier, w);
    case 17: return BEGIN(Neighbor_allgather, Ineighbor_allgather, mine, N, MPI_INT, out[k], N, MPI_INT, grid);
    case 18:
      return BEGIN(Neighbor_allgatherv, Ineighbor_allgatherv, mine, N, MPI_INT, out[k], same, at, MPI_INT, grid);
    case 19: return BEGIN(Neighbor_alltoall, Ineighbor_alltoall, mine, N, MPI_INT, out[k], N / 2, pairs, grid);
    case 20:
      return BEGIN(Neighbor_alltoallv, Ineighbor_alltoallv, mine, same, at, MPI_INT, out[k], same, at, MPI_INT,
                   grid);
    default:
      return BEGIN(Neighbor_alltoallw, Ineighbor_alltoallw, mine, same, steps, ints, out[k], same, steps, ints,
                   grid);
  }
}

/* Completes them all, in a way that depends on the round. */
static void complete(int round) {
  int flag = 0, indices[OPERATIONS], done = 0;
  switch (round) {
    case 0: MPI_Waitall(OPERATIONS, q, MPI_STATUSES_IGNORE); break;
    case 1:
      for (int k = OPERATIONS - 1; k >= 0; --k) MPI_Wait(&q[k], MPI_STATUS_IGNORE);
      break;
    case 2:
      for (int k = 0; k < OPERATIONS; ++k) MPI_Waitany(OPERATIONS, q, &indices[0], MPI_STATUS_IGNORE);
      MPI_Waitany(OPERATIONS, q, &indices[0], MPI_STATUS_IGNORE);
      if (indices[0] != MPI_UNDEFINED) say("some are active still\n");
      break;
    case 3:
      while (!flag) MPI_Testall(OPERATIONS, q, &flag, MPI_STATUSES_IGNORE);
      break;
    case 4:
      while (done < OPERATIONS) {
        int some;
        MPI_Waitsome(OPERATIONS, q, &some, indices, MPI_STATUSES_IGNORE);
        done += some;
      }
      break;
    default:
      for (int k = 0; k < OPERATIONS; ++k)
        for (flag = 0; !flag;) MPI_Test(&q[k], &flag, MPI_STATUS_IGNORE);
  }
}

static void free_what_they_use(void) {
  MPI_Type_free(&pairs);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&w);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int length = N * (size + NEIGHBOURS);
  root = size / 2;
  in = malloc(length * sizeof *in), mine = malloc(NEIGHBOURS * N * sizeof *mine);
  for (int k = 0; k < OPERATIONS; ++k) out[k] = malloc(length * sizeof *out[k]);
  int *numbers = malloc(5 * size * sizeof *numbers);
  counts = numbers, displs = counts + size, few = displs + size, equal = few + size, bytes = equal + size;
  types = malloc(size * sizeof *types);
  for (int r = 0; r < size; ++r) {
    counts[r] = N - r % 5, displs[r] = N * r, few[r] = (r + rank) % 4, equal[r] = N;
    bytes[r] = N * r * (int)sizeof(int), types[r] = MPI_INT;
  }
  for (int i = 0; i < NEIGHBOURS; ++i)
    same[i] = N, at[i] = i * N, steps[i] = i * N * (int)sizeof(int), ints[i] = MPI_INT;
  int dims[2] = {0, 0}, periods[2] = {0, 0};
  MPI_Type_contiguous(2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  MPI_Comm_dup(MPI_COMM_WORLD, &w);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(w, 2, dims, periods, 0, &grid);

  if (PERSISTENT) {
    for (int k = 0; k < OPERATIONS; ++k) begin(k);
    free_what_they_use(); /* it lives as long as they need it */
    MPI_Waitall(OPERATIONS, q, MPI_STATUSES_IGNORE); /* inactive: returns at once */
  }
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < length; ++i) in[i] = value(rank, i + round);
    for (int i = 0; i < NEIGHBOURS * N; ++i) mine[i] = value(rank, 3 * i + round);
    for (int k = 0; k < OPERATIONS; ++k)
      for (int i = 0; i < length; ++i) out[k][i] = value(k, i + rank + round);
    if (!PERSISTENT) {
      for (int k = 0; k < OPERATIONS; ++k) begin(k);
    } else if (round % 2) {
      MPI_Startall(OPERATIONS, q);
    } else {
      for (int k = 0; k < OPERATIONS; ++k) MPI_Start(&q[(k + 3 * rank) % OPERATIONS]);
    }
    complete(round);
    for (int k = 0; k < OPERATIONS; ++k) {
      const int only_root = k == 1 || k == 2 || k == 10;
      if (k == 16 || (only_root && rank != root) || (k == 13 && rank == 0)) continue;
      /* After a reduction that scatters in place the rest of the buffer is undefined. */
      say("round %d, %d: %lx\n", round, k, digest(out[k], (k == 14 ? N : length) * sizeof(int)));
    }
  }
  for (int k = 0; k < OPERATIONS; ++k) {
    if (PERSISTENT) MPI_Request_free(&q[k]);
    if (q[k] != MPI_REQUEST_NULL) say("there still\n");
    free(out[k]);
  }
  if (!PERSISTENT) free_what_they_use();
  free(in), free(mine), free(numbers), free(types);
  report();
  MPI_Finalize();
  return 0;
}
