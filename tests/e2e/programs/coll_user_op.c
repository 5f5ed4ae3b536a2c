/* SPDX-License-Identifier: Apache-2.0 */
/* User operations that do not commute: 2x2 matrix products, so operands must keep the order of
 * ranks, on derived types, among them one with holes and one with a negative lower bound. */
#include "coll_report.h"

static int rank, size;

typedef struct { unsigned a, b, c, d; } Matrix;

static Matrix product(Matrix x, Matrix y) {
  Matrix z = {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  return z;
}

static Matrix matrix(int r, int i) {
  Matrix m = {r + 2, i + 1, r * i + 3, 1};
  return m;
}

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type) {
  Matrix *x = in, *y = inout;
  (void)type;
  for (int i = 0; i < *count; ++i) y[i] = product(x[i], y[i]);
}

/* The same for matrices at a distance of eight integers. */
static void multiply_spaced(void *in, void *inout, int *count, MPI_Datatype *type) {
  MPI_Aint lb, extent;
  MPI_Type_get_extent(*type, &lb, &extent);
  for (int i = 0; i < *count; ++i) {
    Matrix *x = (Matrix *)((char *)in + i * extent), *y = (Matrix *)((char *)inout + i * extent);
    *y = product(*x, *y);
  }
}

static void all_kinds(const char *name, int count, MPI_Datatype type, MPI_Op op, int stride, int before) {
  const int words = count * size * stride + before;
  unsigned *memory = malloc(2 * words * sizeof *memory);
  unsigned *in = memory + before, *out = memory + words + before;
  const MPI_Datatype t = type;
#define FRESH()                                                                       \
  do {                                                                                \
    memset(memory, 0x33, 2 * words * sizeof *memory);                                 \
    for (int i = 0; i < count * size; ++i) {                                          \
      Matrix m = matrix(rank, i);                                                     \
      memcpy(in + i * stride, &m, sizeof m);                                          \
    }                                                                                 \
  } while (0)
#define PRINT(what) say("%s %d " what ": %lx\n", name, count, digest(memory, 2 * words * sizeof *memory))
  for (int root = 0; root < size; root += size > 4 ? 3 : 1) {
    FRESH();
    MPI_Reduce(in, out, count, t, op, root, MPI_COMM_WORLD);
    if (rank == root) PRINT("reduce");
  }
  FRESH();
  MPI_Allreduce(in, out, count, t, op, MPI_COMM_WORLD);
  PRINT("allreduce");
  FRESH();
  MPI_Allreduce(MPI_IN_PLACE, in, count, t, op, MPI_COMM_WORLD);
  PRINT("allreduce in place");
  FRESH();
  MPI_Scan(in, out, count, t, op, MPI_COMM_WORLD);
  PRINT("scan");
  FRESH();
  MPI_Scan(MPI_IN_PLACE, in, count, t, op, MPI_COMM_WORLD);
  PRINT("scan in place");
  FRESH();
  MPI_Exscan(in, out, count, t, op, MPI_COMM_WORLD);
  if (rank > 0) PRINT("exscan");
  if (stride > 4) { /* MPICH 4.0 writes past its memory for types with holes */
    free(memory);
    return;
  }
  FRESH();
  MPI_Reduce_scatter_block(in, out, count, t, op, MPI_COMM_WORLD);
  PRINT("reduce_scatter_block");
  free(memory);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype dense, spaced, shifted;
  MPI_Type_contiguous(4, MPI_UNSIGNED, &dense);
  MPI_Type_create_resized(dense, 0, 8 * sizeof(unsigned), &spaced);
  MPI_Type_create_resized(dense, -(MPI_Aint)(2 * sizeof(unsigned)), 6 * sizeof(unsigned), &shifted);
  MPI_Type_commit(&dense);
  MPI_Type_commit(&spaced);
  MPI_Type_commit(&shifted);
  MPI_Op op, op_spaced;
  MPI_Op_create(multiply, 0, &op);
  MPI_Op_create(multiply_spaced, 0, &op_spaced);
  int commutes = -1;
  MPI_Op_commutative(op, &commutes);
  say("commutes: %d\n", commutes);
  all_kinds("dense", 1, dense, op, 4, 0);
  all_kinds("dense", 5, dense, op, 4, 0);
  all_kinds("dense", 3000, dense, op, 4, 0);
  all_kinds("spaced", 3, spaced, op_spaced, 8, 0);
  all_kinds("spaced", 2500, spaced, op_spaced, 8, 0);
  all_kinds("shifted", 3, shifted, op_spaced, 6, 2);
  all_kinds("shifted", 4100, shifted, op_spaced, 6, 2);
  Matrix x[2] = {matrix(1, 0), matrix(2, 1)}, y[2] = {matrix(3, 2), matrix(4, 5)};
  MPI_Reduce_local(x, y, 2, dense, op);
  say("local: %lx\n", digest(y, sizeof y));
  MPI_Op_free(&op);
  MPI_Op_free(&op_spaced);
  say("freed: %d\n", op == MPI_OP_NULL);
  MPI_Type_free(&dense);
  MPI_Type_free(&spaced);
  MPI_Type_free(&shifted);
  report();
  MPI_Finalize();
  return 0;
}
