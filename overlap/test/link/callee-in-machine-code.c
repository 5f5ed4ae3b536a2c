// SPDX-License-Identifier: Apache-2.0
// Trap: nothing is known of an object that another compiler made; it can be linked.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o && %lto_c -fno-lto -DCALLEE %s -o %t.callee.o
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
  // CHECK: callee-in-machine-code.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce {{.*}} the call of 'compute': its body is not visible
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute(argc + 1);
  return sum;
}
#endif
