/* SPDX-License-Identifier: Apache-2.0 */
/* How many threads the process has while it computes. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  char line[256];
  int threads = 0;
  FILE* status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "Threads: %d", &threads);
  if (status) fclose(status);
  printf("%d\n", threads);
  MPI_Finalize();
  return 0;
}
