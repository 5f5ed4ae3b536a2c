// SPDX-License-Identifier: Apache-2.0
// MPI throws nothing, so a handler around it gets nothing and gives nothing away: not the request.
// RUN: %overlap_c -std=c++20 %s | FileCheck %s
#include <mpi.h>

extern "C" int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
extern "C" int MPI_Wait(MPI_Request*, MPI_Status*);
void caught(MPI_Request* request);
void work(double* __restrict buffer, double* __restrict other) {
  MPI_Request request;
  MPI_Irecv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
  try {
    MPI_Bcast(other, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  } catch (...) {
    caught(&request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: call i32 @MPI_Ibcast(
// CHECK: fdiv
// CHECK: call i32 @MPI_Wait(ptr {{.*}}%request,
