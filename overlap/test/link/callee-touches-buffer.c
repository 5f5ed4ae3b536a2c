// SPDX-License-Identifier: Apache-2.0
// Trap: a callee that another file defines looks at the result.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o && %lto_c -DCALLEE %s -o %t.callee.o
// RUN: %lto_link %t.main.o %t.callee.o -o %t 2>&1 | FileCheck %s
#ifdef CALLEE
double values[1000];
extern int sum;
__attribute__((noinline)) void compute(int n) {
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / n + sum;
}
#else
#include <mpi.h>
void compute(int n);
int sum;
int main(int argc, char** argv) {
  // CHECK: callee-touches-buffer.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce {{.*}} the first statement that has to stay behind the completion is at line {{[0-9]+}}: the call of 'compute' may touch the receive buffer
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute(argc + 1);
  return sum;
}
#endif
