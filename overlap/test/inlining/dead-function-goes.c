// SPDX-License-Identifier: Apache-2.0
// A function without callers says nothing: there is one remark for its call.
// RUN: %inlining_c -fno-caret-diagnostics %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="MPI_Allreduce"
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// IR-NOT: define {{.*}} @add(
#include "work.h"
__attribute__((cold)) static void add(int* own, int* sum) {
  // CHECK: MPI_Allreduce became MPI_Iallreduce with a window
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum, all;
  add(&own, &sum);
  work();
  return sum;
}
