/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives on communicators whose ranks are distributed over processes in other ways: in
 * order, dealt out, backwards, in unequal numbers. */
/* e2e: ranks=2,3,4,8,16 */
#include "coll_report.h"

typedef struct { unsigned a, b, c, d; } Matrix;

/* Does not commute; exact. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type) {
  Matrix *x = in, *y = inout;
  (void)type;
  for (int i = 0; i < *count; ++i) {
    const Matrix z = {x[i].a * y[i].a + x[i].b * y[i].c, x[i].a * y[i].b + x[i].b * y[i].d,
                      x[i].c * y[i].a + x[i].d * y[i].c, x[i].c * y[i].b + x[i].d * y[i].d};
    y[i] = z;
  }
}

static void fill(int *block, int rank, int first, int count) {
  for (int i = 0; i < count; ++i) block[i] = value(rank, first + i);
}

static void exchange(const char *name, MPI_Comm comm, MPI_Op product, MPI_Datatype matrix, int count) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const size_t all = (size_t)size * count;
  int *in = calloc(all + 1, sizeof *in), *out = calloc(2 * all + 2, sizeof *out);
  MPI_Datatype spaced;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
  MPI_Type_commit(&spaced);

  for (int root = 0; root < size; ++root) {
    fill(in, rank, root, count);
    MPI_Bcast(in, count, MPI_INT, root, comm);
    say("%s, %d: bcast from %d %lx\n", name, count, root, digest(in, count * sizeof *in));
  }
  fill(in, rank, 3, count);
  MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, comm);
  say("%s, %d: allgather %lx\n", name, count, digest(out, all * sizeof *out));
  memset(out, 0, 2 * all * sizeof *out);
  MPI_Allgather(in, count, MPI_INT, out, count, spaced, comm);
  say("%s, %d: allgather with holes %lx\n", name, count, digest(out, 2 * all * sizeof *out));
  memset(out, 0, 2 * all * sizeof *out);
  fill(out + (size_t)rank * count, rank, 4, count);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, count, MPI_INT, comm);
  say("%s, %d: allgather in place %lx\n", name, count, digest(out, all * sizeof *out));

  fill(in, rank, 5, (int)all);
  MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, comm);
  say("%s, %d: alltoall %lx\n", name, count, digest(out, all * sizeof *out));
  memset(out, 0, 2 * all * sizeof *out);
  /* Short blocks with holes Open MPI 4.1 puts into wrong places. */
  if (count >= 1000) MPI_Alltoall(in, count, MPI_INT, out, count, spaced, comm);
  say("%s, %d: alltoall with holes %lx\n", name, count, digest(out, 2 * all * sizeof *out));
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, count, MPI_INT, comm);
  say("%s, %d: alltoall in place %lx\n", name, count, digest(in, all * sizeof *in));

  fill(in, rank, 6, count);
  MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, comm);
  say("%s, %d: sum %lx\n", name, count, digest(out, count * sizeof *out));
  MPI_Allreduce(MPI_IN_PLACE, in, count / 4, matrix, product, comm);
  say("%s, %d: product in place %lx\n", name, count, digest(in, count / 4 * sizeof(Matrix)));
  MPI_Request request;
  MPI_Iallreduce(out, in, count / 4, matrix, product, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  say("%s, %d: product later %lx\n", name, count, digest(in, count / 4 * sizeof(Matrix)));

  MPI_Type_free(&spaced);
  free(in);
  free(out);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op product;
  MPI_Datatype matrix;
  MPI_Op_create(multiply, 0, &product);
  MPI_Type_contiguous(4, MPI_UNSIGNED, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Comm dealt, backwards, some;
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank % 4 * size + rank, &dealt);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
  MPI_Comm_split(MPI_COMM_WORLD, rank == size / 2 ? MPI_UNDEFINED : 0, rank, &some);
  const int counts[] = {0, 1, 40, 1000, 20000};
  for (int i = 0; i < 5; ++i) {
    exchange("world", MPI_COMM_WORLD, product, matrix, counts[i]);
    exchange("dealt out", dealt, product, matrix, counts[i]);
    exchange("backwards", backwards, product, matrix, counts[i]);
    if (some != MPI_COMM_NULL) exchange("some", some, product, matrix, counts[i]);
  }
  if (some != MPI_COMM_NULL) MPI_Comm_free(&some);
  MPI_Comm_free(&backwards);
  MPI_Comm_free(&dealt);
  MPI_Type_free(&matrix);
  MPI_Op_free(&product);
  report();
  MPI_Finalize();
  return 0;
}
