/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2 reference=mpich nightly */
/* More than 2^31 elements: of a broadcast, put into a window and got from it. Open MPI 4.1 does not
 * have these functions, and MPICH 4.0 crashes in the last two. */
#define _GNU_SOURCE
#include "large_counts.h"
#include "repeated_pages.h"

static unsigned char* data;

/* Rank 0 has data, rank 1 none. */
static void fill(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < window; i++) data[i] = world_rank() == 0 ? (unsigned char)(i % 251) : 0;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void report(const char* function) {
  printf("rank %d: %s, hash %lx\n", world_rank(), function, hash_bytes(data, window));
}

static void put_and_get(void) {
#ifdef BAMBOO_MPI_H
  const int rank = world_rank();
  MPI_Win win;
  MPI_Win_create(data, elements, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put_c(data, elements, MPI_BYTE, 1, 0, elements, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  report("Put");
  fill();
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Get_c(data, elements, MPI_BYTE, 0, 0, elements, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  report("Get");
  MPI_Win_free(&win);
#else
  MPI_Bcast(data, window, MPI_BYTE, 0, MPI_COMM_WORLD);
  report("Put");
  report("Get");
#endif
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  data = repeated_pages();
  fill();
#if HAS_LARGE_COUNTS
  MPI_Bcast_c(data, elements, MPI_BYTE, 0, MPI_COMM_WORLD);
#else
  MPI_Bcast(data, window, MPI_BYTE, 0, MPI_COMM_WORLD);
#endif
  report("Bcast");
  fill();
  put_and_get();
  MPI_Finalize();
  return 0;
}
