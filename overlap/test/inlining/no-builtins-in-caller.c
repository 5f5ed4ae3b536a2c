// SPDX-License-Identifier: Apache-2.0
// A caller for which fewer names are the C library's may take everyone: nothing is known there that was not known before.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
#include "work.h"
void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
__attribute__((no_builtin)) int step(int own) {
  int sum;
  // CHECK: no-builtins-in-caller.c:[[#@LINE+1]]:3: remark: 'add' became part of 'step'
  add(&own, &sum);
  work();
  return sum;
}
