/* SPDX-License-Identifier: Apache-2.0 */
/* Derived types in collectives: structures with holes, subarrays, matrix columns, absolute addresses. */
#include <stddef.h>

#include "coll_report.h"

typedef struct { char tag; double x[2]; short n; } Particle;

static int rank, size;

static void structures(void) {
  const int lengths[] = {1, 2, 1};
  const MPI_Aint places[] = {offsetof(Particle, tag), offsetof(Particle, x), offsetof(Particle, n)};
  const MPI_Datatype parts[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
  MPI_Datatype raw, particle;
  MPI_Type_create_struct(3, lengths, places, parts, &raw);
  MPI_Type_create_resized(raw, 0, sizeof(Particle), &particle);
  MPI_Type_commit(&particle);
  Particle mine[3], *all = malloc(3 * size * sizeof *all);
  memset(mine, 0, sizeof mine);
  memset(all, 0x7e, 3 * size * sizeof *all);
  for (int i = 0; i < 3; ++i) {
    mine[i].tag = 'a' + (rank + i) % 26;
    mine[i].x[0] = value(rank, i) * 0.5;
    mine[i].x[1] = -i;
    mine[i].n = rank * 3 + i;
  }
  MPI_Allgather(mine, 3, particle, all, 3, particle, MPI_COMM_WORLD);
  say("holes untouched: %lx\n", digest(all, 3 * size * sizeof *all));
  MPI_Bcast(mine, 3, particle, size - 1, MPI_COMM_WORLD);
  say("bcast %c %a %d\n", mine[2].tag, mine[2].x[0], mine[2].n);
  MPI_Type_free(&raw);
  MPI_Type_free(&particle);
  free(all);
}

/* The columns of the root's matrix, one for each rank, and back into the rows of another. */
static void columns(int rows) {
  double *matrix = malloc(rows * size * sizeof *matrix), *mine = malloc(rows * sizeof *mine);
  for (int i = 0; i < rows * size; ++i) matrix[i] = rank == 0 ? i * 0.125 : -1;
  MPI_Datatype strided, column;
  MPI_Type_vector(rows, 1, size, MPI_DOUBLE, &strided);
  MPI_Type_create_resized(strided, 0, sizeof(double), &column);
  MPI_Type_commit(&column);
  MPI_Scatter(matrix, 1, column, mine, rows, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  say("column of %d: %lx\n", rows, digest(mine, rows * sizeof *mine));
  MPI_Gather(mine, rows, MPI_DOUBLE, matrix, 1, column, size - 1, MPI_COMM_WORLD);
  say("gathered: %lx\n", digest(matrix, rows * size * sizeof *matrix));
  MPI_Type_free(&strided);
  MPI_Type_free(&column);
  free(matrix);
  free(mine);
}

static void subarrays(void) {
  int whole[6][8], got[6][8];
  const int sizes[] = {6, 8}, parts[] = {3, 4}, from[] = {1, 2}, to[] = {3, 4};
  MPI_Datatype inner, outer;
  MPI_Type_create_subarray(2, sizes, parts, from, MPI_ORDER_C, MPI_INT, &inner);
  MPI_Type_create_subarray(2, sizes, parts, to, MPI_ORDER_C, MPI_INT, &outer);
  MPI_Type_commit(&inner);
  MPI_Type_commit(&outer);
  for (int i = 0; i < 48; ++i) whole[i / 8][i % 8] = value(rank, i), got[i / 8][i % 8] = -1;
  MPI_Bcast(whole, 1, rank == 0 ? inner : outer, 0, MPI_COMM_WORLD);
  say("subarray: %lx\n", digest(whole, sizeof whole));
  /* Absolute addresses. */
  MPI_Aint address;
  MPI_Datatype absolute;
  const int one = 12;
  MPI_Get_address(got, &address);
  MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &absolute);
  MPI_Type_commit(&absolute);
  if (rank == 0)
    for (int i = 0; i < 12; ++i) got[i / 8][i % 8] = i * i;
  MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD);
  say("absolute: %lx\n", digest(got, sizeof got));
  MPI_Type_free(&absolute);
  MPI_Type_free(&inner);
  MPI_Type_free(&outer);
}

/* The same with a type that has holes and a message that is cut into parts. */
static void long_and_freed(void) {
  enum { count = 60000 };
  static int every_second[2 * count];
  for (int i = 0; i < 2 * count; ++i) every_second[i] = rank == 0 ? value(0, i) : -1;
  MPI_Datatype holes;
  MPI_Type_vector(count, 1, 2, MPI_INT, &holes);
  MPI_Type_commit(&holes);
  MPI_Request request;
  MPI_Ibcast(every_second, 1, holes, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&holes);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  say("long and freed: %lx\n", digest(every_second, sizeof every_second));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  structures();
  columns(4);
  columns(1000);
  subarrays();
  /* A type may be freed while the collective that uses it is pending. */
  MPI_Datatype pair;
  int data[2000];
  for (int i = 0; i < 2000; ++i) data[i] = rank == 0 ? i : -1;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Request request;
  MPI_Ibcast(data, 1000, pair, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&pair);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  say("freed: %lx\n", digest(data, sizeof data));
  long_and_freed();
  report();
  MPI_Finalize();
  return 0;
}
