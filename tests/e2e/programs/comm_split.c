/* SPDX-License-Identifier: Apache-2.0 */
/* Split and dup: numbering by key, MPI_UNDEFINED, and messages that stay in their communicator. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  MPI_Comm third, reversed, few, copy;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 3, 0, &third);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 5 : MPI_UNDEFINED, rank, &few);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  int r, s, result;
  MPI_Comm_rank(third, &r);
  MPI_Comm_size(third, &s);
  CHECK(r == rank / 3 && s == (size - rank % 3 + 2) / 3);
  MPI_Comm_rank(reversed, &r);
  CHECK(r == size - 1 - rank);
  CHECK((few == MPI_COMM_NULL) == (rank >= 2));
  MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(MPI_COMM_WORLD, reversed, &result);
  CHECK(result == (size == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
  MPI_Comm_compare(copy, copy, &result);
  CHECK(result == MPI_IDENT);

  /* The same tag and peer on two communicators, received in the other order. */
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int a = rank, b = 1000 + rank, got_a, got_b;
  MPI_Request request[2];
  MPI_Isend(&a, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(&b, 1, MPI_INT, right, 0, copy, &request[1]);
  MPI_Recv(&got_b, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
  MPI_Recv(&got_a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  CHECK(got_a == left && got_b == 1000 + left);

  /* Ranks and statuses are the communicator's own. */
  MPI_Comm_rank(third, &r);
  MPI_Comm_size(third, &s);
  MPI_Status status;
  int value;
  MPI_Sendrecv(&rank, 1, MPI_INT, (r + 1) % s, 1, &value, 1, MPI_INT, MPI_ANY_SOURCE, 1, third,
               &status);
  CHECK(status.MPI_SOURCE == (r + s - 1) % s && value == status.MPI_SOURCE * 3 + rank % 3);
  int sum;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, third);
  printf("rank %d: third %d of %d, sum %d, from %d\n", rank, r, s, sum, value);
  MPI_Bcast(&value, 1, MPI_INT, 0, reversed);
  printf("rank %d: the last one has %d\n", rank, value);

  /* Communicators of communicators, many of them, freed. */
  for (int i = 0; i < 50; i++) {
    MPI_Comm inner;
    MPI_Comm_split(third, r % 2, r, &inner);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, inner);
    MPI_Comm_free(&inner);
    CHECK(inner == MPI_COMM_NULL);
  }
  printf("rank %d: largest %d\n", rank, sum);
  if (few != MPI_COMM_NULL) MPI_Comm_free(&few);
  MPI_Comm_free(&third);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
