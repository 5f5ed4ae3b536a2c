// SPDX-License-Identifier: Apache-2.0
// Whether there is a neighbour is the same in all steps, so each step waits for its own messages, however many there are.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void steps(double* u, double* v, double* send, int rows, int columns, int left, int count) {
  MPI_Request requests[2];
  for (int step = 0; step < count; ++step) {
    int started = 0;
    if (left >= 0) {
      MPI_Irecv(u, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[started++]);
      MPI_Isend(send, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[started++]);
    }
    MPI_Waitall(started, requests, MPI_STATUS_IGNORE);
    for (int i = 1; i < rows; ++i)
      for (int j = 0; j < columns; ++j) v[i * columns + j] = u[i * columns + j] + u[(i - 1) * columns + j];
    double* kept = u;
    u = v;
    v = kept;
  }
}
// CHECK: call void @bamboo_split_{{touch|completes}}(
// CHECK: call i32 @bamboo_split_core
// CHECK: call i32 @MPI_Waitall
