// SPDX-License-Identifier: Apache-2.0
// Bitcode beside the code of another compiler: the object has no code, and answers whether the pass
// gains something.
// RUN: %overlap_c -mllvm -bamboo-overlap-bitcode -mllvm -bamboo-overlap-bitcode-alone -mllvm -bamboo-overlap-answers %s | FileCheck %s
// RUN: %overlap_c -mllvm -bamboo-overlap-bitcode -mllvm -bamboo-overlap-bitcode-alone %s | not grep note.bamboo.changed
#include <mpi.h>

int sum_of_all(int own, double *values, MPI_Comm communicator) {
  int sum;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, communicator);
  for (int i = 0; i < 1000; i++) values[i] = values[i] / 3 + i;
  return sum;
}
// CHECK-DAG: section ".note.bamboo.changed"
// CHECK-DAG: section ".llvm.lto"
// CHECK: define {{.*}}@sum_of_all(
// CHECK-NEXT: unreachable
// CHECK-NOT: call
