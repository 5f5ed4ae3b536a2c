// SPDX-License-Identifier: Apache-2.0
// Trap: the caller looks at the error code first.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
int add(int* own, int* sum) {
  return MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  const int error = add(&own, &sum);
  // CHECK: MPI_Allreduce became MPI_Iallreduce {{.*}} as part of 'step'
  other[0] = error;
  work();
  return sum;
}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Wait(
// IR: fdiv
