// SPDX-License-Identifier: Apache-2.0
// Calls count() of the libraries that the arguments name, and prints the results of each rank.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = 0;
  for (int i = 1; i < argc; ++i) {
    void *plugin = dlopen(argv[i], RTLD_NOW);
    if (!plugin) {
      if (rank == 0) printf("not opened: %s\n", dlerror());
      continue;
    }
    Dl_info place;
    int (*count)(void) = (int (*)(void))dlsym(plugin, "count");
    if (!dladdr((void *)count, &place)) return 1;
    if (rank == 0) printf("opened %s\n", place.dli_fname);
    sum += count();
  }
  int all[16];
  MPI_Gather(&sum, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("calls");
    for (int i = 0; i < size; ++i) printf(" %d", all[i]);
    printf("\n");
  }
  MPI_Finalize();
  return 0;
}
