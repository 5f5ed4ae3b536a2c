/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>

int begin_range(const char* name);
int end_range(const char* reader);

int main(int argc, char** argv) {
  int rank, size, got;
  char self[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(self, sizeof self, "rank %d", rank);
  begin_range("step");
  begin_range("exchange");
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  end_range(self);
  end_range(self);
  MPI_Finalize();
  return 0;
}
