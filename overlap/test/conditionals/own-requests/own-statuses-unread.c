// SPDX-License-Identifier: Apache-2.0
// Statuses that no code reads are not asked for, so they do not keep the completion in its conditional; those that code reads do.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);

// CHECK-LABEL: @work(
// CHECK: if.end:
// CHECK: store double
// CHECK-NEXT: call i32 @bamboo.MPI_Waitall(i32 {{[^%]*}}%{{[^,]*}}, ptr {{[^%]*}}%requests, ptr {{[^%]*}}null)
void work(double* restrict buffer, double* restrict other, int neighbour) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  if (neighbour >= 0) {
    MPI_Irecv(buffer, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(buffer + 4, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
  }
  *other = 1.0;
}

// CHECK-LABEL: @reads(
// CHECK: call i32 @MPI_Waitall(i32 {{.*}}2, ptr {{[^%]*}}%requests, ptr {{[^%]*}}%statuses)
// CHECK: if.end:
// CHECK: store double
void reads(double* restrict buffer, double* restrict other, int neighbour, int* restrict tag) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  statuses[1].MPI_TAG = 3;
  if (neighbour >= 0) {
    MPI_Irecv(buffer, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(buffer + 4, 4, MPI_DOUBLE, neighbour, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
  }
  *other = 1.0;
  *tag = statuses[1].MPI_TAG;
}
