// SPDX-License-Identifier: Apache-2.0
// A function that may not return stops, by name.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

__attribute__((noinline)) static int spins(const int *flags) {
  int i = 0;
  while (1)
    if (flags[i = (i * 7 + 3) % 1001] == 5) break;
  return i;
}
int work(double *restrict buffer, const int *restrict flags) {
  // CHECK: remark: MPI_Recv {{.*}} the completion goes no further down than line [[@LINE+2]]: the call of 'spins': it may not return
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return spins(flags);
}
