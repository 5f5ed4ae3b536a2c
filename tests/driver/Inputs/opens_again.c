// SPDX-License-Identifier: Apache-2.0
// Opens half.so before and after the library that it needs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (dlopen("libnone.so.7", RTLD_LAZY | RTLD_NOLOAD)) return 1;
  if (dlopen("libmpi.so.40", RTLD_LAZY | RTLD_NOLOAD)) return 2;
  if (dlopen("./half.so", RTLD_NOW)) return 3;
  if (!dlopen("./other.so", RTLD_NOW | RTLD_GLOBAL)) return 4;
  void *half = dlopen("./half.so", RTLD_NOW);
  if (!half) return 5;
  printf("count %d\n", ((int (*)(void))dlsym(half, "count"))());
  MPI_Finalize();
  return 0;
}
