/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that plan files fit, each ROUNDS times, and calls that none fits: with twice the elements,
   with another root, in place where the file knows nothing of it. Words: files, which are loaded
   for a communicator. Says "right" when all results are. */
#include <bamboo_plans.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 3, MOST = 16, ROOT = 1, LARGE = 8192 };

static int rank, size, wrong;
static MPI_Comm comm;
static double in[MOST * LARGE], out[MOST * LARGE];

static double value(int from, int to, int i) {
  return from * 4096.0 + to * 64.0 + i % 61;
}
static int block(int i) {
  return i == 2 ? 0 : 3 * (3 * i + 1);
}
static int pair(int from, int to) {
  return (2 * from + to) % 4 * 5;
}

static void fill(double* at, int from, int to, int count) {
  for (int i = 0; i < count; ++i) at[i] = value(from, to, i);
}

static void expect(const char* what, const double* at, int from, int to, int count) {
  for (int i = 0; i < count; ++i)
    if (at[i] != value(from, to, i) && !wrong++)
      printf("%s: rank %d, element %d from %d: %g\n", what, rank, i, from, at[i]);
}

static void clear(void) {
  for (int i = 0; i < MOST * LARGE; ++i) out[i] = -1;
}

static void sum(const char* what, const double* at, int from, int ranks, int to, int count) {
  for (int i = 0; i < count; ++i) {
    double all = 0;
    for (int r = from; r < from + ranks; ++r) all += value(r, to, i);
    if (at[i] != all && !wrong++) printf("%s: rank %d, element %d: %g\n", what, rank, i, at[i]);
  }
}

static void regular(int scale, int root) {
  const int large = LARGE / 2 * scale, few = 128 * scale;
  MPI_Barrier(comm);
  if (rank == root) fill(out, root, 0, large);
  MPI_Bcast(out, large, MPI_DOUBLE, root, comm);
  expect("bcast", out, root, 0, large);
  fill(in, rank, 0, few);
  MPI_Gather(in, few, MPI_DOUBLE, out, few, MPI_DOUBLE, root, comm);
  for (int r = 0; r < size && rank == root; ++r) expect("gather", out + r * few, r, 0, few);
  for (int r = 0; r < size; ++r) fill(in + r * few, rank, r, few);
  MPI_Scatter(in, few, MPI_DOUBLE, out, few, MPI_DOUBLE, root, comm);
  expect("scatter", out, root, rank, few);
  MPI_Alltoall(in, few, MPI_DOUBLE, out, few, MPI_DOUBLE, comm);
  for (int r = 0; r < size; ++r) expect("alltoall", out + r * few, r, rank, few);
  fill(in, rank, 0, few);
  MPI_Allgather(in, few, MPI_DOUBLE, out, few, MPI_DOUBLE, comm);
  for (int r = 0; r < size; ++r) expect("allgather", out + r * few, r, 0, few);
  MPI_Reduce(in, out, few, MPI_DOUBLE, MPI_SUM, root, comm);
  if (rank == root) sum("reduce", out, 0, size, 0, few);
  MPI_Allreduce(in, out, few, MPI_DOUBLE, MPI_SUM, comm);
  sum("allreduce", out, 0, size, 0, few);
  MPI_Scan(in, out, few, MPI_DOUBLE, MPI_SUM, comm);
  sum("scan", out, 0, rank + 1, 0, few);
}

static void irregular(int scale, int root) {
  int counts[MOST], begins[MOST], sent[MOST], sent_at[MOST], got[MOST], got_at[MOST];
  int bytes_sent[MOST], bytes_got[MOST], end = 0, sent_end = 0, got_end = 0;
  MPI_Datatype types[MOST];
  for (int r = 0; r < size; ++r) {
    counts[r] = scale * block(r);
    begins[r] = end;
    end += counts[r] + 1; /* with a hole */
    sent[r] = scale * pair(rank, r);
    sent_at[r] = sent_end;
    bytes_sent[r] = 8 * sent_end;
    sent_end += sent[r];
    got[r] = scale * pair(r, rank);
    got_at[r] = got_end;
    bytes_got[r] = 8 * got_end;
    got_end += got[r];
    types[r] = MPI_DOUBLE;
  }
  const int own = counts[rank];
  fill(in, rank, 0, own);
  MPI_Gatherv(in, own, MPI_DOUBLE, out, counts, begins, MPI_DOUBLE, root, comm);
  for (int r = 0; r < size && rank == root; ++r)
    expect("gatherv", out + begins[r], r, 0, counts[r]);
  MPI_Allgatherv(in, own, MPI_DOUBLE, out, counts, begins, MPI_DOUBLE, comm);
  for (int r = 0; r < size; ++r) expect("allgatherv", out + begins[r], r, 0, counts[r]);
  for (int r = 0; r < size; ++r) fill(in + begins[r], rank, r, counts[r]);
  MPI_Scatterv(in, counts, begins, MPI_DOUBLE, out, own, MPI_DOUBLE, root, comm);
  expect("scatterv", out, root, rank, own);
  for (int r = 0, at = 0; r < size; at += counts[r++]) fill(in + at, rank, r, counts[r]);
  MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, comm);
  sum("reduce_scatter", out, 0, size, rank, own);
  for (int r = 0; r < size; ++r) fill(in + sent_at[r], rank, r, sent[r]);
  MPI_Alltoallv(in, sent, sent_at, MPI_DOUBLE, out, got, got_at, MPI_DOUBLE, comm);
  for (int r = 0; r < size; ++r) expect("alltoallv", out + got_at[r], r, rank, got[r]);
  clear();
  MPI_Alltoallw(in, sent, bytes_sent, types, out, got, bytes_got, types, comm);
  for (int r = 0; r < size; ++r) expect("alltoallw", out + got_at[r], r, rank, got[r]);
}

/* The root alone says that it is in place. */
static void in_place(void) {
  const int few = 128;
  int counts[MOST], begins[MOST];
  for (int r = 0, end = 0; r < size; end += counts[r++]) {
    counts[r] = block(r);
    begins[r] = end;
  }
  double* own = rank == ROOT ? out : in;
  fill(rank == ROOT ? out + rank * few : in, rank, 0, few);
  MPI_Gather(rank == ROOT ? MPI_IN_PLACE : own, few, MPI_DOUBLE, out, few, MPI_DOUBLE, ROOT, comm);
  for (int r = 0; r < size && rank == ROOT; ++r)
    expect("gather in place", out + r * few, r, 0, few);
  fill(rank == ROOT ? out + begins[rank] : in, rank, 0, counts[rank]);
  MPI_Gatherv(rank == ROOT ? MPI_IN_PLACE : own, counts[rank], MPI_DOUBLE, out, counts, begins,
              MPI_DOUBLE, ROOT, comm);
  for (int r = 0; r < size && rank == ROOT; ++r)
    expect("gatherv in place", out + begins[r], r, 0, counts[r]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 1; i < argc; ++i)
    if (Bamboo_Plan_load(argv[i], comm) != MPI_SUCCESS && rank == 0) printf("refused\n");
  for (int round = 0; round < ROUNDS; ++round) {
    regular(1, ROOT);
    irregular(1, ROOT);
  }
  regular(2, ROOT);
  irregular(2, ROOT);
  irregular(1, 0);
  in_place();
  MPI_Comm_free(&comm);
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0 && all == 0) printf("right\n");
  MPI_Finalize();
  return wrong != 0;
}
