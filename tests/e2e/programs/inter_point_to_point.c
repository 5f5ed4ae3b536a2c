/* SPDX-License-Identifier: Apache-2.0 */
/* Inter-communicators: ranks and statuses are those of the other group, in messages of all kinds;
 * duplicates and merged ones. */
/* e2e: ranks=2,3,4,8,16 */
#include "inter.h"

static void who_is_there(MPI_Comm comm) {
  int flag, number, result, *ranks, *world;
  MPI_Group far, near, all;
  MPI_Comm_test_inter(comm, &flag);
  CHECK(flag);
  MPI_Comm_remote_size(comm, &number);
  CHECK(number == theirs);
  MPI_Comm_size(comm, &number);
  CHECK(number == mine);
  MPI_Comm_rank(comm, &number);
  CHECK(number == me);
  MPI_Comm_remote_group(comm, &far);
  MPI_Comm_group(comm, &near);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  ranks = malloc(theirs * sizeof *ranks);
  world = malloc(theirs * sizeof *world);
  for (int r = 0; r < theirs; r++) ranks[r] = r;
  MPI_Group_translate_ranks(far, theirs, ranks, all, world);
  for (int r = 0; r < theirs; r++) CHECK(world[r] == world_rank_of(!side, r));
  MPI_Group_compare(near, far, &result);
  CHECK(result == MPI_UNEQUAL);
  MPI_Comm_compare(comm, local, &result);
  CHECK(result == MPI_UNEQUAL);
  free(ranks);
  free(world);
  MPI_Group_free(&far);
  MPI_Group_free(&near);
  MPI_Group_free(&all);
}

/* Everybody writes to everybody of the other group, and receives in any order. */
static void messages(MPI_Comm comm, int length) {
  int* out = malloc(length * sizeof *out);
  int* in = malloc(length * sizeof *in);
  char* seen = calloc(theirs, 1);
  MPI_Request* sends = malloc(theirs * sizeof *sends);
  for (int i = 0; i < length; i++) out[i] = rank * 10007 + i;
  for (int r = 0; r < theirs; r++) MPI_Isend(out, length, MPI_INT, r, 10 + me, comm, &sends[r]);
  for (int n = 0; n < theirs; n++) {
    MPI_Status status;
    MPI_Message message;
    int count;
    if (n % 2) {
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
      MPI_Recv(in, length, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, comm, &status);
    } else {
      MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, &status);
      MPI_Mrecv(in, length, MPI_INT, &message, &status);
    }
    MPI_Get_count(&status, MPI_INT, &count);
    const int from = status.MPI_SOURCE;
    CHECK(count == length && from >= 0 && from < theirs && !seen[from]++);
    CHECK(status.MPI_TAG == 10 + from);
    for (int i = 0; i < length; i++) CHECK(in[i] == world_rank_of(!side, from) * 10007 + i);
  }
  MPI_Waitall(theirs, sends, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD); /* no rank may find a message of the next call */
  free(out);
  free(in);
  free(seen);
  free(sends);
}

static void merged(int high_side) {
  MPI_Comm all;
  int number, sum, first = rank;
  MPI_Intercomm_merge(inter, side == high_side, &all);
  MPI_Comm_rank(all, &number);
  CHECK(number == (side == high_side ? theirs + me : me));
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Bcast(&first, 1, MPI_INT, 0, all);
  CHECK(first == world_rank_of(!high_side, 0));
  printf("rank %d: %d in the merged one\n", rank, number);
  MPI_Comm_free(&all);
}

int main(int argc, char** argv) {
  MPI_Comm copy, later;
  MPI_Request request;
  int result, value, got;
  MPI_Init(&argc, &argv);
  connect_groups(5);
  who_is_there(inter);
  messages(inter, 1);
  messages(inter, 30000);

  MPI_Comm_dup(inter, &copy);
  who_is_there(copy);
  MPI_Comm_compare(inter, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_idup(inter, &later, &request);
  messages(copy, 5);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  who_is_there(later);
  messages(later, 7);

  /* The same tag and peer on two of them, received in the other order. */
  const int partner = me < theirs ? me : MPI_PROC_NULL;
  MPI_Request requests[2];
  int a = rank, b = 1000 + rank;
  MPI_Isend(&a, 1, MPI_INT, partner, 0, inter, &requests[0]);
  MPI_Isend(&b, 1, MPI_INT, partner, 0, copy, &requests[1]);
  got = value = -1;
  MPI_Recv(&got, 1, MPI_INT, partner, 0, copy, MPI_STATUS_IGNORE);
  MPI_Recv(&value, 1, MPI_INT, partner, MPI_ANY_TAG, inter, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(partner == MPI_PROC_NULL ? value == -1 : got == value + 1000);
  if (partner != MPI_PROC_NULL) CHECK(value == world_rank_of(!side, partner));
  printf("rank %d: got %d\n", rank, value);
  value = rank;
  MPI_Sendrecv_replace(&value, 1, MPI_INT, partner, 3, partner, 3, inter, MPI_STATUS_IGNORE);
  CHECK(value == (partner == MPI_PROC_NULL ? rank : world_rank_of(!side, partner)));

  merged(0);
  merged(1);

  MPI_Comm_free(&later);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  MPI_Finalize();
  return 0;
}
