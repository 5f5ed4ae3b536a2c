/* SPDX-License-Identifier: Apache-2.0 */
/* A window in a library that a program loads when its processes have agreed that they have none. */
#include <mpi.h>

static double numbers[1 << 16];

double overlapped_in_library(MPI_Comm communicator) {
  double own = 1, all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, communicator);
  for (int i = 0; i < 1 << 16; ++i) numbers[i] = numbers[i] * numbers[i] + i;
  return all + (numbers[1] < 0);
}
