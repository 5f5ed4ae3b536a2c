/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,3,4,8 */
/* Collectives with large counts, blocking and nonblocking. */
#include "large_counts.h"

enum { most = 8, block = 5, room = most * most * block };

static int rank, ranks;
static int out[room], in[room];

static void begin(void) {
  for (int i = 0; i < room; i++) {
    out[i] = 1000 * rank + i;
    in[i] = -1;
  }
}

static void finish(const char* what, MPI_Request* request) {
  if (*request != MPI_REQUEST_NULL) MPI_Wait(request, MPI_STATUS_IGNORE);
  printf("rank %d: %s %lx\n", rank, what, hash_bytes(in, sizeof in));
  begin();
}

static void regular(int nonblocking, int root) {
  MPI_Request r = MPI_REQUEST_NULL;
#define BOTH(name, Iname, ...)              \
  if (nonblocking)                          \
    Iname(__VA_ARGS__, MPI_COMM_WORLD, &r); \
  else                                      \
    name(__VA_ARGS__, MPI_COMM_WORLD);      \
  finish(#name, &r)
  BOTH(MPI_Bcast_c, MPI_Ibcast_c, rank == root ? out : in, block, MPI_INT, root);
  BOTH(MPI_Gather_c, MPI_Igather_c, out, block, MPI_INT, in, block, MPI_INT, root);
  BOTH(MPI_Scatter_c, MPI_Iscatter_c, out, block, MPI_INT, in, block, MPI_INT, root);
  BOTH(MPI_Allgather_c, MPI_Iallgather_c, out, block, MPI_INT, in, block, MPI_INT);
  BOTH(MPI_Alltoall_c, MPI_Ialltoall_c, out, block, MPI_INT, in, block, MPI_INT);
  BOTH(MPI_Reduce_c, MPI_Ireduce_c, out, in, block, MPI_INT, MPI_SUM, root);
  BOTH(MPI_Allreduce_c, MPI_Iallreduce_c, out, in, block, MPI_INT, MPI_MAX);
  BOTH(MPI_Scan_c, MPI_Iscan_c, out, in, block, MPI_INT, MPI_SUM);
  if (rank == 0) begin();
  BOTH(MPI_Exscan_c, MPI_Iexscan_c, out, rank == 0 ? out + room / 2 : in, block, MPI_INT, MPI_SUM);
  BOTH(MPI_Reduce_scatter_block_c, MPI_Ireduce_scatter_block_c, out, in, block, MPI_INT, MPI_SUM);
}

static void irregular(int nonblocking, int root) {
  MPI_Request r = MPI_REQUEST_NULL;
  count_t of_rank[most], to[most], from[most];
  place_t places[most], to_places[most], from_places[most], to_bytes[most], from_bytes[most];
  MPI_Datatype types[most];
  for (int i = 0; i < ranks; i++) {
    of_rank[i] = i % block;
    places[i] = block * i;
    to[i] = (rank + i) % block;
    from[i] = to[i];
    to_places[i] = from_places[i] = block * (ranks - 1 - i);
    to_bytes[i] = from_bytes[i] = (place_t)sizeof(int) * to_places[i];
    types[i] = MPI_INT;
  }
  BOTH(MPI_Gatherv_c, MPI_Igatherv_c, out, of_rank[rank], MPI_INT, in, of_rank, places, MPI_INT,
       root);
  BOTH(MPI_Scatterv_c, MPI_Iscatterv_c, out, of_rank, places, MPI_INT, in, of_rank[rank], MPI_INT,
       root);
  BOTH(MPI_Allgatherv_c, MPI_Iallgatherv_c, out, of_rank[rank], MPI_INT, in, of_rank, places,
       MPI_INT);
  BOTH(MPI_Alltoallv_c, MPI_Ialltoallv_c, out, to, to_places, MPI_INT, in, from, from_places,
       MPI_INT);
  BOTH(MPI_Alltoallw_c, MPI_Ialltoallw_c, out, to, to_bytes, types, in, from, from_bytes, types);
  BOTH(MPI_Reduce_scatter_c, MPI_Ireduce_scatter_c, out, in, of_rank, MPI_INT, MPI_SUM);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  ranks = world_size();
  begin();
  for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
    regular(nonblocking, ranks - 1);
    irregular(nonblocking, ranks / 2);
  }
  MPI_Reduce_local_c(out, in, block, MPI_INT, MPI_SUM);
  printf("rank %d: local %d\n", rank, in[block - 1]);
  MPI_Finalize();
  return 0;
}
