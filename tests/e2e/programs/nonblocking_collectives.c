/* SPDX-License-Identifier: Apache-2.0 */
/* Nonblocking collectives: several at once, completed in another order, polled, with p2p between.
 */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  for (int round = 0; round < 3; round++) {
    int value = rank == round % size ? 1234 + round : 0, sum = 0, one = rank + round, scan = 0;
    int *all = calloc(size, sizeof *all), *from = calloc(size, sizeof *from);
    int *to = calloc(size, sizeof *to), *root = calloc(size, sizeof *root), part = -1;
    for (int i = 0; i < size; i++) to[i] = rank * 100 + i;
    MPI_Request request[8];
    MPI_Ibcast(&value, 1, MPI_INT, round % size, MPI_COMM_WORLD, &request[0]);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[1]);
    MPI_Iallgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &request[2]);
    MPI_Ialltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD, &request[3]);
    MPI_Iscan(&one, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[4]);
    MPI_Igather(&one, 1, MPI_INT, root, 1, MPI_INT, 0, MPI_COMM_WORLD, &request[5]);
    MPI_Iscatter(to, 1, MPI_INT, &part, 1, MPI_INT, size - 1, MPI_COMM_WORLD, &request[6]);
    MPI_Ibarrier(MPI_COMM_WORLD, &request[7]);
    int token = rank;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, right, 0, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int flag = 0;
    while (!flag) MPI_Test(&request[7], &flag, MPI_STATUS_IGNORE);
    for (int i = 6; i >= 4; i--) MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    CHECK(value == 1234 + round && sum == size * (size - 1) / 2 + size * round);
    CHECK(token == left && part == (size - 1) * 100 + rank);
    for (int i = 0; i < size; i++) {
      CHECK(all[i] == i + round && from[i] == i * 100 + rank);
      CHECK(root[i] == (rank == 0 ? i + round : 0));
    }
    printf("rank %d: %d %d %d\n", rank, value, sum, scan);
    free(all);
    free(from);
    free(to);
    free(root);
  }
  MPI_Finalize();
  return 0;
}
