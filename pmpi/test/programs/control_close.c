/* SPDX-License-Identifier: Apache-2.0 */
/* Controls that are closed (bamboo_controls.h), with plans and without.
 *
 *     control_close          closes them as it should, on some processes alone, and late
 *     control_close twice    closes one twice on the last process; does not return
 *     control_close behind   calls with a closed one on the last process; does not return */
#include <bamboo_controls.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16, longest = 3000 };

static int rank, size, counts[most], places[most], sent[most * longest], got[longest];

static void scatter(MPI_Comm comm, int turn, uint64_t* control) {
  const int root = size - 1;
  for (int i = 0; i < most * longest; ++i) sent[i] = 7 * i + turn;
  memset(got, 0, sizeof got);
  Bamboo_Scatterv_controlled(sent, counts, places, MPI_INT, got, counts[rank], MPI_INT, root, comm,
                             control);
  for (int i = 0; i < counts[rank]; ++i)
    if (got[i] != 7 * (places[rank] + i) + turn) {
      fprintf(stderr, "rank %d: turn %d is wrong\n", rank, turn);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void close_in_all_ways(void) {
  uint64_t control = 0, other = 0, unused = 0;
  for (int turn = 0; turn < 3; ++turn) scatter(MPI_COMM_WORLD, turn, &control);
  if (rank == 0) { /* the others' no longer serves */
    Bamboo_Control_close(&control);
    control = 0;
  }
  for (int turn = 3; turn < 5; ++turn) scatter(MPI_COMM_WORLD, turn, &control);
  Bamboo_Control_close(&control);
  Bamboo_Control_close(&unused);
  MPI_Comm again;
  MPI_Comm_dup(MPI_COMM_WORLD, &again);
  for (int turn = 5; turn < 7; ++turn) scatter(again, turn, &other);
  MPI_Comm_free(&again);
  Bamboo_Control_close(&other);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) {
    counts[i] = i % 3 == 1 ? 0 : longest - 100 * i;
    places[i] = i * longest;
  }
  if (argc == 1) {
    close_in_all_ways();
  } else {
    uint64_t control = 0;
    scatter(MPI_COMM_WORLD, 0, &control);
    if (rank == size - 1) Bamboo_Control_close(&control);
    if (strcmp(argv[1], "behind") == 0)
      scatter(MPI_COMM_WORLD, 1, &control);
    else if (rank == size - 1)
      Bamboo_Control_close(&control);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  if (rank == 0) puts("right");
  return 0;
}
