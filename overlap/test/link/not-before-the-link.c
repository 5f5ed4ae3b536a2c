// SPDX-License-Identifier: Apache-2.0
// A compilation for a link that optimises leaves the call to that link, and notes what it is to do.
// RUN: %lto_c %s -S -emit-llvm -o - | FileCheck %s
// CHECK: define {{.*}} @reduce({{.*}} [[NOTED:#[0-9]+]]
// CHECK: call i32 @MPI_Allreduce(
// CHECK-NOT: MPI_Iallreduce
// CHECK: attributes [[NOTED]] = {{.*}} "bamboo-overlap"="extended,existing,inlining,conditionals,verify"
#include <mpi.h>
int reduce(int own) {
  int sum;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
