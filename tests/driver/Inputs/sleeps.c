// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  printf("ready\n");
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);  // a rank that sleeps keeps others of its process from running
  sleep(100);
  MPI_Finalize();
}
