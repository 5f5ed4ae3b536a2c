// SPDX-License-Identifier: Apache-2.0
// A step may wait for the messages of the step before, which have another array.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void steps(double* restrict w, double* u, double* v, double* send, int rows, int columns, int other, int count,
           const int* restrict waits, const int* restrict starts) {
  MPI_Request* requests = malloc(2 * sizeof(MPI_Request));
  for (int step = 0; step < count; ++step) {
    if (starts[step]) {
      MPI_Irecv(u, columns, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(send, columns, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[1]);
    }
    MPI_Waitall(waits[step], requests, MPI_STATUS_IGNORE);
    // CHECK: trap-own-requests-number-varies.c:[[@LINE+1]]:5: remark: a loop behind receives stays whole: line [[@LINE-1]]: the {{send|receive}} buffer has no known bounds
    for (int i = 1; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        w[i * columns + j] = w[i * columns + j] + v[i * columns + j] + v[(i - 1) * columns + j];
    double* kept = u;
    u = v;
    v = kept;
  }
  free(requests);
}
