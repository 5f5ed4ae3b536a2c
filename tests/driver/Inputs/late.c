// SPDX-License-Identifier: Apache-2.0
// This program is not linked with an MPI. "late plugin ./plugin.so": the plugin is, as Python's mpi4py is. "late
// library LIBRARY": looks up the functions in an MPI's library. "late both A B" opens both.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void* opened(const char* file) {
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  return library;
}

int main(int argc, char** argv) {
  void* library = opened(argv[2]);
  if (!library) return 3;
  if (strcmp(argv[1], "both") == 0) {
    if (!opened(argv[3])) return 3;
    library = opened(argv[4]);
    if (!library) return 3;
  }
  if (strcmp(argv[1], "library") == 0) {
    int (*init)(int*, char***) = dlsym(library, "MPI_Init");
    int (*finalize)(void) = dlsym(library, "MPI_Finalize");
    init(&argc, &argv);
    // MPICH's MPI_COMM_WORLD, or Open MPI's.
    void* world = dlsym(library, "ompi_mpi_comm_world");
    int (*barrier)(void*) = dlsym(library, "MPI_Barrier");
    barrier(world ? world : (void*)0x44000000);
    return finalize();
  }
  void (*run)(void) = dlsym(library, "run");
  run();
  return 0;
}
