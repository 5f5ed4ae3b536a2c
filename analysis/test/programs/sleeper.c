/* SPDX-License-Identifier: Apache-2.0 */
/* Sleeps longer with some settings than with others: 50 ms when two ranks share a process and the service is
 * inline, 350 ms with another service, 650 ms with another virtualisation factor. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char** argv) {
  int rank;
  const char *vf = getenv("BAMBOO_VF"), *service = getenv("BAMBOO_SERVICE");
  const int right_vf = vf && atoi(vf) == 2;
  const int right = right_vf && service && strcmp(service, "inline") == 0;
  const struct timespec time = {0, (right ? 50 : right_vf ? 350 : 650) * 1000000L};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    nanosleep(&time, NULL);
    printf("time: %.1f ms\n", time.tv_nsec / 1e6);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
