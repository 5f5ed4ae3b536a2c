/* SPDX-License-Identifier: Apache-2.0 */
/* The program reads MPI's version before it calls a function of a later one. */
#include "check.h"

static void sum(const long* mine, long* all, int count) {
#if MPI_VERSION >= 4
  MPI_Allreduce_c(mine, all, (MPI_Count)count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#else
  MPI_Allreduce(mine, all, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#endif
}

static void pass_on(const long* out, long* in, int rank, int size) {
  MPI_Request request;
  MPI_Status status;
#if MPI_VERSION >= 4
  MPI_Count count;
  MPI_Isend_c(out, 2, MPI_LONG, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Recv_c(in, 2, MPI_LONG, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count_c(&status, MPI_LONG, &count);
#else
  int count;
  MPI_Isend(out, 2, MPI_LONG, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, 2, MPI_LONG, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_LONG, &count);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(count == 2);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int version, subversion;
  MPI_Get_version(&version, &subversion);
  CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
  long mine[2] = {rank, 10 * rank}, all[2] = {0, 0}, left[2] = {0, 0};
  sum(mine, all, 2);
  pass_on(mine, left, rank, size);
  printf("rank %d: %ld %ld, from the left %ld %ld\n", rank, all[0], all[1], left[0], left[1]);
  MPI_Finalize();
  return 0;
}
