// SPDX-License-Identifier: Apache-2.0
// Trap: what may throw ends the window; the operation is complete when the caller's objects go.
// RUN: %inlining_cxx %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include <mpi.h>
extern double other[1000];
struct Guard {
  ~Guard();
};
[[gnu::cold]] void may_throw();
void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  Guard guard;
  int sum;
  // CHECK-DAG: '_Z3addPiS_' became part of '_Z4stepi'
  add(&own, &sum);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3;
  may_throw();
  return sum;
}
// IR-LABEL: define {{.*}} @_Z4stepi(
// IR: call i32 @MPI_Iallreduce(
// IR: fdiv
// IR: call i32 @MPI_Wait(
// IR: invoke void @_Z9may_throwv()
