// SPDX-License-Identifier: Apache-2.0
// A record names each reason as the table of reasons does; what the user reads does not.
// RUN: %remarks_c -fsave-optimization-record=yaml -foptimization-record-file=%t.yaml %s 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s < %t.yaml
#include <mpi.h>
#include <stdio.h>

void work(double *restrict buffer, double *restrict other) {
  MPI_Bcast(buffer, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
  puts("end");
}
void left_alone(double *buffer) { MPI_Sendrecv_replace(buffer, 4, MPI_DOUBLE, 1, 0, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
// TEXT-NOT: structure_begins
// CHECK: Name: Converted
// CHECK: - Above: structure_begins
// CHECK-NEXT: - Below: structure_ends
// CHECK-NEXT: - MovedAlong: seen_from_outside
// CHECK: Name: LeftAlone
// CHECK: - Reason: no_equal_form
