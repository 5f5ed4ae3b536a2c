// SPDX-License-Identifier: Apache-2.0
// The remarks are written with the others by -fsave-optimization-record, with the numbers in fields of their own.
// RUN: %remarks_c -fsave-optimization-record=yaml -foptimization-record-file=%t.yaml %s && FileCheck %s < %t.yaml
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
// CHECK: --- !Passed
// CHECK-NEXT: Pass: bamboo-overlap
// CHECK-NEXT: Name: Converted
// CHECK-NEXT: DebugLoc:
// A long path breaks the location's line.
// CHECK: Line: 7
// CHECK: Function: work
// CHECK-NEXT: Args:
// CHECK-NEXT: - Call: MPI_Recv
// CHECK: - Nonblocking: MPI_Irecv
// CHECK: - Crossed: '{{[0-9]+}}'
// CHECK: - Structures: '1'
// CHECK: - Cycles: '{{[0-9]+}}'
