// SPDX-License-Identifier: Apache-2.0
// A message with a short window does not become blocking when another one already starts in it: they would change their order.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>

void work(double *restrict first, const double *restrict second, double *restrict other, int n) {
  MPI_Send(first, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(second, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i) first[i] = first[i] / 3.0;
  for (int i = 0; i < n; ++i) other[i] = other[i] / 3.0;
}
// CHECK: call i32 @MPI_Isend(ptr {{[^,%@]*}}%first, {{.*}}%[[FIRST:[a-z.0-9]+]])
// CHECK-NEXT: call i32 @MPI_Isend(ptr {{[^,%@]*}}%second, {{.*}}%[[SECOND:[a-z.0-9]+]])
// CHECK: call i32 @MPI_Wait(ptr {{[^,%@]*}}%[[FIRST]],
// CHECK: fdiv
// CHECK: call i32 @MPI_Wait(ptr {{[^,%@]*}}%[[SECOND]],
