/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4 */
/* All ranks' equal data are received into one place, which MPI forbids and its implementations
 * let pass. */
#include <string.h>

#include "check.h"

enum { MOST = 16 };

static int out[2 * MOST];

static void report(const char* function) {
  printf("rank %d: %s %d %d %d\n", world_rank(), function, out[0], out[1], out[2]);
  memset(out, 0, sizeof(out));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  int in[2 * MOST], counts[MOST], place[MOST] = {0}, spread[MOST], bytes[MOST];
  MPI_Datatype types[MOST];
  MPI_Request request;
  for (int i = 0; i < MOST; i++) {
    in[2 * i] = 7;
    in[2 * i + 1] = 8;
    counts[i] = i < ranks ? 2 : 0;
    spread[i] = 2 * i;
    bytes[i] = 8 * i;
    types[i] = MPI_INT;
  }
  MPI_Allgatherv(in, 2, MPI_INT, out, counts, place, MPI_INT, MPI_COMM_WORLD);
  report("Allgatherv");
  MPI_Gatherv(in, 2, MPI_INT, out, counts, place, MPI_INT, ranks - 1, MPI_COMM_WORLD);
  report("Gatherv");
  MPI_Alltoallv(in, counts, spread, MPI_INT, out, counts, place, MPI_INT, MPI_COMM_WORLD);
  report("Alltoallv");
  MPI_Ialltoallw(in, counts, bytes, types, out, counts, place, types, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  report("Ialltoallw");
  /* One rank alone receives everything into one place: the others' data are theirs. */
  MPI_Iallgatherv(in, 2, MPI_INT, out, counts, rank == 0 ? place : spread, MPI_INT, MPI_COMM_WORLD,
                  &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  report("Iallgatherv");
  MPI_Finalize();
  return 0;
}
