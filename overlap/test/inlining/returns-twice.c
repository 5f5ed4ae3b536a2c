// SPDX-License-Identifier: Apache-2.0
// Trap: setjmp may come back to the middle of the window.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
typedef long jmp_buf[25];
__attribute__((returns_twice)) int setjmp(jmp_buf);
jmp_buf place;
void add(int* own, int* sum) {
  // CHECK: MPI_Allreduce became MPI_Iallreduce without a window
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  if (setjmp(place)) return 0;
  add(&own, &sum);
  work();
  return sum;
}
