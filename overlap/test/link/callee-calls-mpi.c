// SPDX-License-Identifier: Apache-2.0
// Trap: a callee that another file defines calls MPI.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o && %lto_c -DCALLEE %s -o %t.callee.o
// RUN: %lto_link %t.main.o %t.callee.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
#ifdef CALLEE
double values[1000];
__attribute__((noinline)) void compute(void) {
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / 3;
  MPI_Barrier(MPI_COMM_WORLD);
}
#else
void compute(void);
int sum;
int main(int argc, char** argv) {
  // CHECK: callee-calls-mpi.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce {{.*}} the call of 'compute': it calls MPI
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute();
  return sum;
}
#endif
