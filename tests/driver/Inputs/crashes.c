// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  *(volatile int*)NULL = 1;
}
