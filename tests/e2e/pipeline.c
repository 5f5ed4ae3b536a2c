/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline LAST: ranks 0 to LAST are those of the first process. In each sweep every rank receives
 * rows from the rank before it, computes on each, and sends it on. Says whether rank LAST has sent
 * the first row of the last sweep before rank 0 has sent the last row. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { sweeps = 12, rows = 40 };

static void compute(double seconds) {
  for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) continue;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int last = argc == 2 ? atoi(argv[1]) : 0;
  double first_sent = 0, last_sent = 0, row = 0;
  for (int sweep = 0; sweep < sweeps; sweep++) {
    for (int i = 0; i < rows; i++) {
      if (rank > 0)
        MPI_Recv(&row, 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute(50e-6);
      if (rank < size - 1) MPI_Send(&row, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
      last_sent = MPI_Wtime();
      if (i == 0) first_sent = last_sent;
    }
    /* The next sweep begins when this one has ended. */
    if (rank == size - 1) MPI_Send(&row, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&row, 1, MPI_DOUBLE, size - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == last) MPI_Send(&first_sent, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(&first_sent, 1, MPI_DOUBLE, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    puts(first_sent < last_sent ? "in step" : "one after the other");
  }
  MPI_Finalize();
  return 0;
}
