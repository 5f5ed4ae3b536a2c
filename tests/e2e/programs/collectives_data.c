/* SPDX-License-Identifier: Apache-2.0 */
/* e2e-args: 1 */
/* e2e-args: 3000 */
/* Bcast, Gather, Scatter, Allgather, Alltoall from and to every root, with IN_PLACE. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size(), n = atoi(argv[1]);
  int *mine = malloc(n * sizeof *mine), *all = malloc((size_t)n * size * sizeof *all);
  int* turned = malloc((size_t)n * size * sizeof *turned);
  unsigned long hash = 0;
  for (int root = 0; root < size; root++) {
    for (int i = 0; i < n; i++) mine[i] = rank == root ? root * 1000 + i : -1;
    MPI_Bcast(mine, n, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(mine[0] == root * 1000 && mine[n - 1] == root * 1000 + n - 1);

    for (int i = 0; i < n; i++) mine[i] = rank * n + i;
    if (rank == root) {
      memset(all, 0, (size_t)n * size * sizeof *all);
      if (root % 2) {
        memcpy(all + (size_t)rank * n, mine, n * sizeof *mine);
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, root, MPI_COMM_WORLD);
      } else {
        MPI_Gather(mine, n, MPI_INT, all, n, MPI_INT, root, MPI_COMM_WORLD);
      }
      for (int i = 0; i < n * size; i++) CHECK(all[i] == i);
      for (int i = 0; i < n * size; i++) all[i] += root;
      MPI_Scatter(all, n, MPI_INT, root % 2 ? MPI_IN_PLACE : mine, n, MPI_INT, root,
                  MPI_COMM_WORLD);
      if (root % 2) memcpy(mine, all + (size_t)rank * n, n * sizeof *mine);
    } else {
      MPI_Gather(mine, n, MPI_INT, NULL, 0, MPI_INT, root, MPI_COMM_WORLD);
      MPI_Scatter(NULL, 0, MPI_INT, mine, n, MPI_INT, root, MPI_COMM_WORLD);
    }
    CHECK(mine[0] == rank * n + root && mine[n - 1] == rank * n + n - 1 + root);
    hash = hash * 31 + hash_bytes(mine, n * sizeof *mine);
  }
  MPI_Allgather(mine, n, MPI_INT, all, n, MPI_INT, MPI_COMM_WORLD);
  hash = hash * 31 + hash_bytes(all, (size_t)n * size * sizeof *all);
  memset(turned, 0xff, (size_t)n * size * sizeof *turned);
  memcpy(turned + (size_t)rank * n, mine, n * sizeof *mine);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, turned, n, MPI_INT, MPI_COMM_WORLD);
  CHECK(memcmp(all, turned, (size_t)n * size * sizeof *all) == 0);
  for (int to = 0; to < size; to++)
    for (int i = 0; i < n; i++) all[to * n + i] = rank * 1000000 + to * 10000 + i;
  MPI_Alltoall(all, n, MPI_INT, turned, n, MPI_INT, MPI_COMM_WORLD);
  for (int from = 0; from < size; from++)
    CHECK(turned[from * n + n - 1] == from * 1000000 + rank * 10000 + n - 1);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, MPI_COMM_WORLD);
  CHECK(memcmp(all, turned, (size_t)n * size * sizeof *all) == 0);
  printf("rank %d: %lx\n", rank, hash * 31 + hash_bytes(turned, (size_t)n * size * sizeof(int)));
  free(mine);
  free(all);
  free(turned);
  MPI_Finalize();
  return 0;
}
