/* SPDX-License-Identifier: Apache-2.0 */
/* GNU C's nested functions: their addresses are those of code on the stack. */
#include "check.h"

static void each(int n, void (*visit)(int)) {
  for (int i = 0; i < n; i++) visit(i);
}

#ifdef __clang__ /* has none of them */
static int sum, rank;
static void add(int i) {
  MPI_Barrier(MPI_COMM_WORLD);
  sum += i * rank;
}
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#ifndef __clang__
  int sum = 0, rank = world_rank();
  void add(int i) {
    MPI_Barrier(MPI_COMM_WORLD);
    sum += i * rank;
  }
#endif
  rank = world_rank();
  each(10, add);
  printf("rank %d: %d\n", rank, sum);
  MPI_Finalize();
  return 0;
}
