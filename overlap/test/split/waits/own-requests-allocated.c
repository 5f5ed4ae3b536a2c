// SPDX-License-Identifier: Apache-2.0
// Requests in allocated memory: each step starts its messages with the same requests, and the arrays are swapped, so the
// step waits for the messages of this step's array.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void steps(double* u, double* v, double* ghost, int rows, int columns, int left, int count) {
  MPI_Request* requests = malloc(2 * sizeof(MPI_Request));
  for (int step = 0; step < count; ++step) {
    MPI_Irecv(u, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(u + columns, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
    // CHECK: own-requests-allocated.c:[[@LINE+1]]:5: remark: a nest of 2 loops was split
    for (int i = 1; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        v[i * columns + j] = u[i * columns + j] + u[(i - 1) * columns + j];
    double* kept = u;
    u = v;
    v = kept;
  }
  free(requests);
}
