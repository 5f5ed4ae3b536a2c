/* SPDX-License-Identifier: Apache-2.0 */
/* Derived datatypes between neighbours: columns, faces of a block, structures, nested ones, partial counts. */
#include "coll_report.h"

#include <stddef.h>

struct particle {
  double position[3];
  char kind;
  int id;
};

static int right, left;

static void swap(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                 MPI_Datatype in_type, MPI_Status *status) {
  MPI_Sendrecv(out, out_count, out_type, right, 1, in, in_count, in_type, left, 1, MPI_COMM_WORLD, status);
}

int main(int argc, char **argv) {
  int rank, size, count;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;

  /* A matrix arrives transposed: columns are sent, rows received. Small and large. */
  for (int n = 5; n <= 300; n += 295) {
    int *m = malloc(n * n * sizeof *m), *t = malloc(n * n * sizeof *t);
    for (int i = 0; i < n * n; ++i) m[i] = value(rank, i), t[i] = 0;
    MPI_Datatype column, columns;
    MPI_Type_vector(n, 1, n, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &columns);
    MPI_Type_commit(&columns);
    swap(m, n, columns, t, n * n, MPI_INT, &status);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) wrong += t[j * n + i] != value(left, i * n + j);
    MPI_Get_count(&status, MPI_INT, &count);
    say("transposed %d: wrong %d, count %d\n", n, wrong, count);
    MPI_Type_free(&column);
    MPI_Type_free(&columns);
    free(m);
    free(t);
  }
  /* The six faces of a block with a layer of ghost cells. */
  const int edge = 40;
  int sizes[3] = {edge, edge, edge};
  double *block = malloc(edge * edge * edge * sizeof *block);
  for (int i = 0; i < edge * edge * edge; ++i) block[i] = value(rank, i) * 0.25;
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      int sub[3] = {edge - 2, edge - 2, edge - 2}, from[3] = {1, 1, 1}, to[3] = {1, 1, 1};
      sub[d] = 1;
      from[d] = side ? edge - 2 : 1;
      to[d] = side ? 0 : edge - 1;
      MPI_Datatype inner, ghost;
      MPI_Type_create_subarray(3, sizes, sub, from, MPI_ORDER_C, MPI_DOUBLE, &inner);
      MPI_Type_create_subarray(3, sizes, sub, to, d == 1 ? MPI_ORDER_FORTRAN : MPI_ORDER_C, MPI_DOUBLE, &ghost);
      MPI_Type_commit(&inner);
      MPI_Type_commit(&ghost);
      swap(block, 1, inner, block, 1, ghost, &status);
      say("face %d %d: %lx\n", d, side, digest(block, edge * edge * edge * sizeof *block));
      MPI_Type_free(&inner);
      MPI_Type_free(&ghost);
    }
  free(block);
  /* Structures with padding, fewer than the receive allows, then counted in basic elements. */
  struct particle mine[10], theirs[20];
  memset(mine, 0, sizeof mine);
  memset(theirs, 0, sizeof theirs);
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 3; ++k) mine[i].position[k] = rank + i * 0.5 + k;
    mine[i].kind = 'a' + i;
    mine[i].id = value(rank, i);
  }
  int lengths[3] = {3, 1, 1};
  MPI_Aint places[3] = {offsetof(struct particle, position), offsetof(struct particle, kind),
                        offsetof(struct particle, id)};
  MPI_Datatype members[3] = {MPI_DOUBLE, MPI_CHAR, MPI_INT}, particle, every_other;
  MPI_Type_create_struct(3, lengths, places, members, &particle);
  MPI_Type_commit(&particle);
  MPI_Type_vector(5, 1, 2, particle, &every_other);
  MPI_Type_commit(&every_other);
  swap(mine, 1, every_other, theirs, 20, particle, &status);
  MPI_Get_count(&status, particle, &count);
  int elements, fits;
  MPI_Get_elements(&status, particle, &elements);
  MPI_Get_count(&status, every_other, &fits);
  say("particles %d, elements %d, others %d: %lx\n", count, elements, fits, digest(theirs, sizeof theirs));
  MPI_Aint lb, extent;
  int bytes;
  MPI_Type_get_extent(particle, &lb, &extent);
  MPI_Type_size(particle, &bytes);
  say("extent %d, size %d\n", (int)extent, bytes);

  /* Data that the program packs are received as elements. */
  char packed[200];
  int position = 0, blocks[3] = {1, 0, 2}, where[3] = {7, 3, 0};
  MPI_Datatype scattered;
  MPI_Type_indexed(3, blocks, where, MPI_INT, &scattered);
  MPI_Type_commit(&scattered);
  int numbers[8], got[3];
  double half = rank / 2.0, other = -1;
  for (int i = 0; i < 8; ++i) numbers[i] = value(rank, i);
  MPI_Pack(numbers, 1, scattered, packed, sizeof packed, &position, MPI_COMM_WORLD);
  MPI_Pack(&half, 1, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_WORLD);
  char arrived[200];
  swap(packed, position, MPI_PACKED, arrived, sizeof arrived, MPI_PACKED, &status);
  position = 0;
  MPI_Unpack(arrived, sizeof arrived, &position, got, 3, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(arrived, sizeof arrived, &position, &other, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  say("unpacked %d %d %d %a\n", got[0] == value(left, 7), got[1] == value(left, 0), got[2] == value(left, 1), other);
  MPI_Type_free(&scattered);
  MPI_Type_free(&every_other);
  MPI_Type_free(&particle);
  report();
  MPI_Finalize();
  return 0;
}
