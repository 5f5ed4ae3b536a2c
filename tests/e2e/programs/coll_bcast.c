/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcasts of every size class from every root, with types that differ from rank to rank. */
#include "coll_report.h"

static int rank, size;

static void plain(int count, int root) {
  int *data = malloc((count + 1) * sizeof *data);
  for (int i = 0; i < count; ++i) data[i] = rank == root ? value(root, i) : -1;
  data[count] = 77;
  MPI_Bcast(data, count, MPI_INT, root, MPI_COMM_WORLD);
  say("bcast %d from %d: %lx %d\n", count, root, digest(data, count * sizeof *data), data[count]);
  free(data);
}

/* The root sends contiguous integers, the others receive every second place. */
static void strided(int count, int root) {
  int *data = malloc(2 * count * sizeof *data);
  MPI_Datatype every_second;
  MPI_Type_vector(count, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  for (int i = 0; i < 2 * count; ++i) data[i] = rank == root ? value(root, i) : -1;
  if (rank == root)
    MPI_Bcast(data, count, MPI_INT, root, MPI_COMM_WORLD);
  else
    MPI_Bcast(data, 1, every_second, root, MPI_COMM_WORLD);
  say("strided %d from %d: %lx\n", count, root, digest(data, 2 * count * sizeof *data));
  /* The reverse: a sparse source, a dense destination. */
  if (rank == root)
    MPI_Bcast(data, 1, every_second, root, MPI_COMM_WORLD);
  else
    MPI_Bcast(data, count, MPI_INT, root, MPI_COMM_WORLD);
  say("back: %lx\n", digest(data, 2 * count * sizeof *data));
  MPI_Type_free(&every_second);
  free(data);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int root = 0; root < size; ++root) {
    plain(0, root);
    plain(1, root);
    plain(1000, root);
  }
  plain(40000, 0);
  plain(100001, size - 1);
  plain(400003, size / 2);
  strided(5, 0);
  strided(3000, size - 1);
  strided(70001, size / 2);
  report();
  MPI_Finalize();
  return 0;
}
