// SPDX-License-Identifier: Apache-2.0
// Trap: where the C library's names are the user's, they stay the user's. In the caller they would be the library's.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
double sqrt(double);
__attribute__((no_builtin)) void kept(int* own, int* sum) {
  *own += (int)sqrt(*own);
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
__attribute__((no_builtin("sqrt"))) void one_name(int* own, int* sum) {
  *own += (int)sqrt(*own);
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  // CHECK-DAG: no-builtins.c:[[#@LINE+1]]:3: remark: 'kept' {{.*}} because its code cannot be moved
  kept(&own, &sum);
  work();
  // CHECK-DAG: no-builtins.c:[[#@LINE+1]]:3: remark: 'one_name' {{.*}} because its code cannot be moved
  one_name(&own, &sum);
  work();
  return sum;
}
