// SPDX-License-Identifier: Apache-2.0
// Trap: a status that one call fills, and that another function is handed, is looked at.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>
void look(const MPI_Status *);

void f(double *restrict first, double *restrict other) {
  MPI_Status status;
  MPI_Recv(first, 3, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, &status);
  *other = 1.0;
  look(&status);
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: call i32 @MPI_Wait(ptr {{.*}}, ptr {{.*}}%status)
