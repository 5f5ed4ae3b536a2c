/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of inter-communicators, blocking and nonblocking: each group receives the other's
 * data. */
/* e2e: ranks=2,3,4,8,16 reference=openmpi */
#include "inter.h"

static int number_of(int world, int index) {
  return world * 1009 + index;
}

static void finish(int nonblocking, MPI_Request* request) {
  if (nonblocking) MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* The root is rank `who` of the group `from`. */
static int root_as_seen(int from, int who) {
  return side != from ? who : me == who ? MPI_ROOT : MPI_PROC_NULL;
}

static void rooted(int from, int who, int length, int nb) {
  const int root = root_as_seen(from, who), at_root = root == MPI_ROOT, leaf = side != from;
  const int sender = world_rank_of(from, who), n = theirs;
  MPI_Request q = MPI_REQUEST_NULL;
  int* one = malloc(length * sizeof *one);
  int* all = malloc((long)n * length * sizeof *all);
  int *counts = malloc(n * sizeof *counts), *displs = malloc(n * sizeof *displs), total = 0;
  for (int r = 0; r < n; r++) {
    counts[r] = r % 3 ? length - r % 2 : 0;
    displs[r] = total;
    total += counts[r];
  }
  const int own = me % 3 ? length - me % 2 : 0; /* what the root counts for this rank */

  for (int i = 0; i < length; i++) one[i] = at_root ? number_of(rank, i) : -1;
  if (nb)
    MPI_Ibcast(one, length, MPI_INT, root, inter, &q);
  else
    MPI_Bcast(one, length, MPI_INT, root, inter);
  finish(nb, &q);
  for (int i = 0; i < length; i++) CHECK(one[i] == (leaf || at_root ? number_of(sender, i) : -1));

  for (int i = 0; i < length; i++) one[i] = number_of(rank, i);
  for (int i = 0; i < n * length; i++) all[i] = -1;
  if (nb)
    MPI_Igather(one, length, MPI_INT, all, length, MPI_INT, root, inter, &q);
  else
    MPI_Gather(one, length, MPI_INT, all, length, MPI_INT, root, inter);
  finish(nb, &q);
  for (int i = 0; i < n * length; i++)
    CHECK(all[i] == (at_root ? number_of(world_rank_of(!side, i / length), i % length) : -1));

  for (int i = 0; i < n * length; i++) all[i] = -1;
  if (nb)
    MPI_Igatherv(one, own, MPI_INT, all, counts, displs, MPI_INT, root, inter, &q);
  else
    MPI_Gatherv(one, own, MPI_INT, all, counts, displs, MPI_INT, root, inter);
  finish(nb, &q);
  for (int r = 0; at_root && r < n; r++)
    for (int i = 0; i < counts[r]; i++)
      CHECK(all[displs[r] + i] == number_of(world_rank_of(!side, r), i));

  for (int i = 0; i < n * length; i++) all[i] = at_root ? number_of(rank, i) : -1;
  for (int i = 0; i < length; i++) one[i] = -1;
  if (nb)
    MPI_Iscatter(all, length, MPI_INT, one, length, MPI_INT, root, inter, &q);
  else
    MPI_Scatter(all, length, MPI_INT, one, length, MPI_INT, root, inter);
  finish(nb, &q);
  for (int i = 0; i < length; i++)
    CHECK(one[i] == (leaf ? number_of(sender, me * length + i) : -1));

  for (int i = 0; i < length; i++) one[i] = -1;
  if (nb)
    MPI_Iscatterv(all, counts, displs, MPI_INT, one, own, MPI_INT, root, inter, &q);
  else
    MPI_Scatterv(all, counts, displs, MPI_INT, one, own, MPI_INT, root, inter);
  finish(nb, &q);
  int before = 0;
  for (int r = 0; r < me; r++) before += r % 3 ? length - r % 2 : 0;
  for (int i = 0; i < length; i++)
    CHECK(one[i] == (leaf && i < own ? number_of(sender, before + i) : -1));

  for (int i = 0; i < length; i++) {
    one[i] = number_of(rank, i);
    all[i] = -1;
  }
  if (nb)
    MPI_Ireduce(one, all, length, MPI_INT, MPI_SUM, root, inter, &q);
  else
    MPI_Reduce(one, all, length, MPI_INT, MPI_SUM, root, inter);
  finish(nb, &q);
  for (int i = 0; i < length; i++) {
    int sum = 0;
    for (int r = 0; r < n; r++) sum += number_of(world_rank_of(!side, r), i);
    CHECK(all[i] == (at_root ? sum : -1));
  }
  if (at_root) printf("rank %d: root, %d ints, %lx\n", rank, length, hash_bytes(all, length * 4));
  free(one);
  free(all);
  free(counts);
  free(displs);
}

static void all_to_all(int length, int nb) {
  const int n = theirs;
  MPI_Request q = MPI_REQUEST_NULL;
  int* out = malloc((long)n * length * sizeof *out);
  int* in = malloc((long)n * length * sizeof *in);
  int *counts = malloc(n * sizeof *counts), *displs = malloc(n * sizeof *displs);
  int *incounts = malloc(n * sizeof *incounts), *bytes = malloc(n * sizeof *bytes);
  MPI_Datatype* types = malloc(n * sizeof *types);
  for (int i = 0; i < n * length; i++) out[i] = number_of(rank, i);

  if (nb)
    MPI_Iallgather(out, length, MPI_INT, in, length, MPI_INT, inter, &q);
  else
    MPI_Allgather(out, length, MPI_INT, in, length, MPI_INT, inter);
  finish(nb, &q);
  for (int i = 0; i < n * length; i++)
    CHECK(in[i] == number_of(world_rank_of(!side, i / length), i % length));

  /* The amount of data of a rank is its number. */
  for (int r = 0; r < n; r++) {
    incounts[r] = r % length;
    displs[r] = r * length;
    bytes[r] = 4 * r * length;
    types[r] = MPI_INT;
  }
  for (int i = 0; i < n * length; i++) in[i] = -1;
  if (nb)
    MPI_Iallgatherv(out, me % length, MPI_INT, in, incounts, displs, MPI_INT, inter, &q);
  else
    MPI_Allgatherv(out, me % length, MPI_INT, in, incounts, displs, MPI_INT, inter);
  finish(nb, &q);
  for (int r = 0; r < n; r++)
    for (int i = 0; i < length; i++)
      CHECK(in[r * length + i] == (i < incounts[r] ? number_of(world_rank_of(!side, r), i) : -1));

  if (nb)
    MPI_Ialltoall(out, length, MPI_INT, in, length, MPI_INT, inter, &q);
  else
    MPI_Alltoall(out, length, MPI_INT, in, length, MPI_INT, inter);
  finish(nb, &q);
  for (int i = 0; i < n * length; i++)
    CHECK(in[i] == number_of(world_rank_of(!side, i / length), me * length + i % length));

  for (int r = 0; r < n; r++) counts[r] = incounts[r] = (me + r) % length;
  for (int w = 0; w < 2; w++) {
    for (int i = 0; i < n * length; i++) in[i] = -1;
    if (nb && w)
      MPI_Ialltoallw(out, counts, bytes, types, in, incounts, bytes, types, inter, &q);
    else if (w)
      MPI_Alltoallw(out, counts, bytes, types, in, incounts, bytes, types, inter);
    else if (nb)
      MPI_Ialltoallv(out, counts, displs, MPI_INT, in, incounts, displs, MPI_INT, inter, &q);
    else
      MPI_Alltoallv(out, counts, displs, MPI_INT, in, incounts, displs, MPI_INT, inter);
    finish(nb, &q);
    for (int r = 0; r < n; r++)
      for (int i = 0; i < length; i++)
        CHECK(in[r * length + i] ==
              (i < incounts[r] ? number_of(world_rank_of(!side, r), me * length + i) : -1));
  }
  printf("rank %d: %d ints a block, %lx\n", rank, length, hash_bytes(in, n * length * 4));
  free(out);
  free(in);
  free(counts);
  free(incounts);
  free(displs);
  free(bytes);
  free(types);
}

/* (a, b) represents x -> a x + b: operations whose order counts. */
static void chain(void* in, void* inout, int* length, MPI_Datatype* type) {
  long* a = in;
  long* b = inout;
  (void)type;
  for (int i = 0; i < 2 * *length; i += 2) {
    b[i + 1] = (a[i] * b[i + 1] + a[i + 1]) % 1000003;
    b[i] = a[i] * b[i] % 1000003;
  }
}

static void reductions(int length, int nb) {
  MPI_Request q = MPI_REQUEST_NULL;
  const int many = mine * theirs * length; /* both groups scatter as much */
  int* out = malloc(many * sizeof *out);
  int* in = malloc(many * sizeof *in);
  int* counts = malloc(mine * sizeof *counts);
  for (int i = 0; i < many; i++) out[i] = number_of(rank, i);
  long sum_of_ranks = 0;
  for (int r = 0; r < theirs; r++) sum_of_ranks += world_rank_of(!side, r);

  if (nb)
    MPI_Iallreduce(out, in, length, MPI_INT, MPI_SUM, inter, &q);
  else
    MPI_Allreduce(out, in, length, MPI_INT, MPI_SUM, inter);
  finish(nb, &q);
  for (int i = 0; i < length; i++) CHECK(in[i] == sum_of_ranks * 1009 + theirs * i);

  if (nb)
    MPI_Ireduce_scatter_block(out, in, theirs * length, MPI_INT, MPI_SUM, inter, &q);
  else
    MPI_Reduce_scatter_block(out, in, theirs * length, MPI_INT, MPI_SUM, inter);
  finish(nb, &q);
  for (int i = 0; i < theirs * length; i++)
    CHECK(in[i] == sum_of_ranks * 1009 + theirs * (me * theirs * length + i));

  for (int r = 0; r < mine; r++) counts[r] = r == 0 ? many - (mine - 1) * length : length;
  const int first = me == 0 ? 0 : counts[0] + (me - 1) * length;
  if (nb)
    MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, inter, &q);
  else
    MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, inter);
  finish(nb, &q);
  for (int i = 0; i < counts[me]; i++) CHECK(in[i] == sum_of_ranks * 1009 + theirs * (first + i));

  MPI_Datatype pair;
  MPI_Op op;
  long given[2] = {rank + 2, rank * 7 + 1}, got[2] = {0, 0}, expected[2] = {1, 0};
  MPI_Type_contiguous(2, MPI_LONG, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(chain, 0, &op);
  if (nb)
    MPI_Iallreduce(given, got, 1, pair, op, inter, &q);
  else
    MPI_Allreduce(given, got, 1, pair, op, inter);
  finish(nb, &q);
  for (int r = theirs; r-- > 0;) {
    const int other = world_rank_of(!side, r);
    long next[2] = {other + 2, other * 7 + 1};
    int one = 1;
    chain(next, expected, &one, &pair);
  }
  CHECK(got[0] == expected[0] && got[1] == expected[1]);
  printf("rank %d: %d ints, %lx; chain %ld %ld\n", rank, length, hash_bytes(in, counts[me] * 4),
         got[0], got[1]);
  MPI_Op_free(&op);
  MPI_Type_free(&pair);
  free(out);
  free(in);
  free(counts);
}

/* No rank leaves a barrier before all of the other group have entered it. */
static void barriers(void) {
  MPI_Request q, receive;
  int note = -1, flag = 0;
  MPI_Irecv(&note, 1, MPI_INT, 0, 4, inter, &receive);
  if (me == 0)
    for (int r = 0; r < theirs; r++) MPI_Send(&rank, 1, MPI_INT, r, 4, inter);
  MPI_Barrier(inter);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  CHECK(note == world_rank_of(!side, 0));
  MPI_Ibarrier(inter, &q);
  while (!flag) MPI_Test(&q, &flag, MPI_STATUS_IGNORE);
}

/* Several at once, completed in another order. */
static void at_once(void) {
  MPI_Request q[3];
  int sum = 0, word = side == 0 && me == 0 ? 77 : -1, *all = malloc(theirs * sizeof *all);
  MPI_Iallreduce(&me, &sum, 1, MPI_INT, MPI_SUM, inter, &q[0]);
  MPI_Ibcast(&word, 1, MPI_INT, root_as_seen(0, 0), inter, &q[1]);
  MPI_Iallgather(&me, 1, MPI_INT, all, 1, MPI_INT, inter, &q[2]);
  for (int i = 0; i < 3; i++) MPI_Wait(&q[(i + me) % 3], MPI_STATUS_IGNORE);
  CHECK(sum == theirs * (theirs - 1) / 2);
  CHECK(word == (side == 1 || me == 0 ? 77 : -1));
  for (int r = 0; r < theirs; r++) CHECK(all[r] == r);
  free(all);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  connect_groups(2);
  for (int nb = 0; nb < 2; nb++) {
    for (int from = 0; from < 2; from++) {
      const int members = from == side ? mine : theirs;
      rooted(from, 0, 3, nb);
      rooted(from, members - 1, 5000, nb);
    }
    all_to_all(3, nb);
    all_to_all(700, nb);
    reductions(2, nb);
    reductions(300, nb);
  }
  barriers();
  at_once();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  MPI_Finalize();
  return 0;
}
