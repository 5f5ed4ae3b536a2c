// SPDX-License-Identifier: Apache-2.0
// With MPICH's header, and with a status that no code reads: it is not asked for.
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

void work(double *restrict buffer, double *restrict other, int neighbour) {
  MPI_Request request;
  MPI_Status status;
  if (neighbour >= 0) {
    MPI_Irecv(buffer, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
  }
  *other = 1.0;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: br label %if.end
// CHECK: if.end:
// CHECK: %[[COUNT:.*]] = phi i32
// CHECK: store double
// CHECK-NEXT: call i32 @bamboo.MPI_Waitall(i32 {{[^%]*}}%[[COUNT]], ptr {{[^%]*}}%request, ptr {{[^%]*}}inttoptr (i64 1 to ptr))
