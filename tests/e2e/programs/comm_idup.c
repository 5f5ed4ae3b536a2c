/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Comm_idup: several at once, beside blocking ones, of communicators that overlap. Messages are received on the
 * copy on which they were sent. */
#include "check.h"

static int rank, size;

static int copy_counter(MPI_Comm comm, int keyval, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)keyval, (void)extra;
  *(void**)out = (char*)in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

/* A message that is sent on one communicator must not be received on another one. */
static void keep_apart(MPI_Comm* comms, int count) {
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Request requests[8];
  int out[8], in[8];
  for (int i = 0; i < count; i++) {
    out[i] = 100 * rank + i;
    MPI_Isend(&out[i], 1, MPI_INT, right, 0, comms[i], &requests[i]);
  }
  for (int i = count; i-- > 0;) {
    MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], MPI_STATUS_IGNORE);
    CHECK(in[i] == 100 * left + i);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  MPI_Comm reversed, comms[6];
  MPI_Request requests[4];
  int keyval, result, flag, sum;
  void* value;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_create_keyval(copy_counter, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(reversed, keyval, (void*)40);

  MPI_Comm_idup(MPI_COMM_WORLD, &comms[0], &requests[0]);
  MPI_Comm_idup(MPI_COMM_WORLD, &comms[1], &requests[1]);
  MPI_Comm_idup(reversed, &comms[2], &requests[2]);
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[3]);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Comm_idup(comms[1], &comms[4], &requests[3]);
  flag = 0;
  while (!flag) MPI_Test(&requests[3], &flag, MPI_STATUS_IGNORE);
  MPI_Comm_dup(comms[4], &comms[5]);

  MPI_Comm_compare(reversed, comms[2], &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_get_attr(comms[2], keyval, &value, &flag);
  CHECK(flag && value == (void*)41);
  MPI_Bcast(&sum, 1, MPI_INT, 0, comms[2]);

  MPI_Comm straight[5] = {comms[0], comms[1], comms[3], comms[4], comms[5]};
  keep_apart(straight, 5);
  MPI_Allreduce(&rank, &result, 1, MPI_INT, MPI_SUM, comms[4]);
  CHECK(result == sum);

  /* Rank 0 is in all of them, the others in two each. */
  MPI_Comm star, star_copy;
  for (int other = 1; other < size; other++) {
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 || rank == other ? 1 : MPI_UNDEFINED, rank, &star);
    if (star == MPI_COMM_NULL) continue;
    MPI_Comm_idup(star, &star_copy, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_rank(star_copy, &flag);
    if (flag == 1) MPI_Send(&rank, 1, MPI_INT, 0, 0, star_copy);
    if (flag == 0) MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 0, star_copy, MPI_STATUS_IGNORE);
    if (flag == 0) CHECK(result == other);
    MPI_Comm_free(&star_copy);
    MPI_Comm_free(&star);
  }
  printf("rank %d: sum %d\n", rank, sum);
  for (int i = 0; i < 6; i++) MPI_Comm_free(&comms[i]);
  MPI_Comm_free(&reversed);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
  return 0;
}
