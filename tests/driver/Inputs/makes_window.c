/* SPDX-License-Identifier: Apache-2.0 */
/* A library that the host compiler compiles. */
#include <mpi.h>

void make_window(MPI_Comm comm) {
  int value = 0;
  MPI_Win window;
  MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, comm, &window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}
