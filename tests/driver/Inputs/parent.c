// SPDX-License-Identifier: Apache-2.0
// Prints which program has started the process.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char file[64], name[64] = "";
  MPI_Init(&argc, &argv);
  snprintf(file, sizeof file, "/proc/%d/comm", getppid());
  FILE* parent = fopen(file, "r");
  if (!parent || !fgets(name, sizeof name, parent)) return 1;
  printf("started by %s", name);
  fclose(parent);
  MPI_Finalize();
}
