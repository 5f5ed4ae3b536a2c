// SPDX-License-Identifier: Apache-2.0
// A callee that another file defines is in the window: the link sees that it touches other memory.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o && %lto_c -DCALLEE %s -o %t.callee.o
// RUN: %lto_link %t.main.o %t.callee.o -o %t 2>&1 | FileCheck %s
#ifdef CALLEE
double values[1000];
__attribute__((noinline)) void compute(int n) {
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / n;
}
#else
#include <mpi.h>
void compute(int n);
int sum;
int main(int argc, char** argv) {
  // CHECK: callee-of-other-file.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce with a window of
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute(argc + 1);
  return sum;
}
#endif
