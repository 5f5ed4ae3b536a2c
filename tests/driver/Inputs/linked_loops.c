/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

double own[1024], theirs[1024];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Allreduce(own, theirs, 1024, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 1024; i++) own[i] = 0.5 * theirs[i];
  for (int i = 0; i < 1000; i++) theirs[(i * i) & 1023] += own[i];
  MPI_Finalize();
  return (int)theirs[argc];
}
