// SPDX-License-Identifier: Apache-2.0
// Trap: a function that looks at its variable arguments stays one.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
#include <stdarg.h>
void add(int* sum, ...) {
  va_list arguments;
  va_start(arguments, sum);
  int own = va_arg(arguments, int);
  va_end(arguments);
  MPI_Allreduce(&own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  // CHECK-DAG: MPI_Allreduce became MPI_Iallreduce
  add(&sum, own);
  work();
  return sum;
}
