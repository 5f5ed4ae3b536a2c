/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4,8 */
/* General active targets: post, start, complete, wait and test between neighbours, again and again;
 * a rank that is origin and target at a time; groups that differ. */
#include "check.h"

enum { ROUNDS = 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Group world, origins, targets;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &left, &origins);
  MPI_Group_incl(world, 1, &right, &targets);

  static int inbox[2];
  int sum = 0;
  MPI_Win win;
  MPI_Win_create(inbox, sizeof inbox, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < ROUNDS; i++) {
    const int data[2] = {100 * rank + i, rank};
    MPI_Win_post(origins, i % 3 ? 0 : MPI_MODE_NOSTORE, win);
    MPI_Win_start(targets, 0, win);
    MPI_Put(data, 2, MPI_INT, right, 0, 2, MPI_INT, win);
    MPI_Win_complete(win);
    if (i % 2) {
      MPI_Win_wait(win);
    } else {
      int done = 0;
      while (!done) MPI_Win_test(win, &done);
    }
    CHECK(inbox[0] == 100 * left + i && inbox[1] == left);
    sum += inbox[0];
  }
  printf("rank %d: %d\n", rank, sum);

  /* All to rank 0, which is an origin as well; then rank 0 to all. */
  const int zero = 0;
  MPI_Group root;
  MPI_Group_incl(world, 1, &zero, &root);
  inbox[0] = inbox[1] = 0;
  if (rank == 0) MPI_Win_post(world, 0, win);
  MPI_Win_start(root, 0, win);
  const int mine = rank + 1;
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_MAX, win);
  MPI_Win_complete(win);
  if (rank == 0) {
    MPI_Win_wait(win);
    CHECK(inbox[0] == size * (size + 1) / 2 && inbox[1] == size);
    printf("rank 0: sum %d, largest %d\n", inbox[0], inbox[1]);
  }
  int* const values = malloc(2 * sizeof(int) * size);
  MPI_Win_post(root, 0, win);
  if (rank == 0) {
    MPI_Win_start(world, 0, win);
    for (int r = 0; r < size; r++) {
      values[r] = 7 * r;
      MPI_Put(&values[r], 1, MPI_INT, r, 1, 1, MPI_INT, win);
      int* const unused = &values[size + r];
      MPI_Get(unused, 1, MPI_INT, r, 0, 1, MPI_INT, win);
    }
    MPI_Win_complete(win);
  }
  MPI_Win_wait(win);
  CHECK(inbox[1] == 7 * rank);
  printf("rank %d: got %d\n", rank, inbox[1]);
  free(values);

  MPI_Win_free(&win);
  MPI_Group_free(&root);
  MPI_Group_free(&targets);
  MPI_Group_free(&origins);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
