// SPDX-License-Identifier: Apache-2.0
// Each step waits for the messages of the step before, which have other requests and another array.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void steps(double* u, double* v, double* ghost, int rows, int columns, int left, int count) {
  MPI_Request* requests = calloc(4, sizeof(MPI_Request));
  for (int step = 0; step < count; ++step) {
    MPI_Request* now = requests + 2 * (step % 2);
    MPI_Irecv(u, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &now[0]);
    MPI_Isend(u + columns, columns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &now[1]);
    MPI_Waitall(2, requests + 2 * ((step + 1) % 2), MPI_STATUS_IGNORE);
    // CHECK: trap-own-requests-of-last-step.c:[[@LINE+1]]:5: remark: a loop behind receives stays whole: line [[@LINE-1]]: the {{send|receive}} buffer has no known bounds
    for (int i = 1; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        v[i * columns + j] = u[i * columns + j] + u[(i - 1) * columns + j];
    double* kept = u;
    u = v;
    v = kept;
  }
  MPI_Waitall(4, requests, MPI_STATUS_IGNORE);
  free(requests);
}
