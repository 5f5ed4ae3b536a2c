// SPDX-License-Identifier: Apache-2.0
// At the link windows reach out of functions of other files.
// REQUIRES: lld
// RUN: %lto_c -mllvm -bamboo-overlap-level=beyond -DMAIN %s -o %t.main.o
// RUN: %lto_c -mllvm -bamboo-overlap-level=beyond -DCALLEE %s -o %t.callee.o
// RUN: %lto_link -mllvm -inline-threshold=-10000 %t.main.o %t.callee.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
#ifdef CALLEE
void add(int* own, int* sum) {
  *sum = 5;
  // CHECK-DAG: completion-leaves.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce with a window of {{.*}}, as part of 'main' in {{.*}}completion-leaves.c at line [[#@LINE+13]]
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
#else
void add(int* own, int* sum);
double values[1000];
int step(int own) {
  int sum;
  // CHECK-DAG: completion-leaves.c:[[#@LINE+1]]:3: 'add' became part of 'main'
  add(&own, &sum);
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / 3;
  return sum;
}
int main(int argc, char** argv) { return step(argc) + step(argc + 1); }
#endif
