// SPDX-License-Identifier: Apache-2.0
// A completion of the program's own that gains nothing behind its conditional stays in it.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s --implicit-check-not="{{[@%]}}bamboo"
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

void work(double *restrict in, int left, MPI_Request *restrict unused) {
  MPI_Request request;
  if (left >= 0) {
    MPI_Irecv(in, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
// CHECK: if.then:
// CHECK: call i32 @MPI_Irecv(
// CHECK-NEXT: call i32 @MPI_Wait{{.*}}ptr {{[^@]*}}%request
// CHECK-NEXT: br label %if.end
