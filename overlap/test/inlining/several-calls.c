// SPDX-License-Identifier: Apache-2.0
// Every call site is asked for itself: nothing is gained at the second one.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own, MPI_Datatype type) {
  int sum, all;
  // CHECK: several-calls.c:[[#@LINE+1]]:3: remark: 'add' became part of 'step'
  add(&own, &sum);
  work();
  MPI_Type_free(&type);
  add(&sum, &all);
  return all;
}
