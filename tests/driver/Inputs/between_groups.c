/* SPDX-License-Identifier: Apache-2.0 */
/* A sum between two groups, of one process and of the others, in front of computation. Behind the counts, one for each
 * process of the own group, is no memory. */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TOTAL = 6000 };

static double computed[1000];

__attribute__((noinline)) static void compute(int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 1000; ++i) computed[i] = computed[i] * 0.5 + i;
}

int main(int argc, char** argv) {
  (void)argv;
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int group = rank > 0;
  MPI_Comm own, both;
  MPI_Comm_split(MPI_COMM_WORLD, group, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, group ? 0 : 1, 5, &both);
  MPI_Comm_size(own, &size);
  const long page = sysconf(_SC_PAGESIZE);
  char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + page, page, PROT_NONE);
  int* restrict counts = (int*)(pages + page) - size;
  for (int i = 0; i < size; ++i) counts[i] = TOTAL / size;
  double* restrict out = malloc(TOTAL * sizeof *out);
  double* restrict in = malloc(TOTAL * sizeof *in);
  for (int i = 0; i < TOTAL; ++i) out[i] = i + rank;
  MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, both);
  compute(1000 * argc);
  printf("process %d: %g\n", rank, in[1] + computed[999]);
  free(out), free(in);
  munmap(pages, 2 * page);
  MPI_Comm_free(&both), MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
