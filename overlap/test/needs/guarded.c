// SPDX-License-Identifier: Apache-2.0
// The same where each neighbour is asked for.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);

// CHECK-NOT: @bamboo_overlap_has
void step(double *u, double *v, int n, int left, int right) {
  MPI_Request requests[4] = {0};
  if (left >= 0) MPI_Irecv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  if (right >= 0) MPI_Irecv(u + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
  if (left >= 0) MPI_Isend(u + 1, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[2]);
  if (right >= 0) MPI_Isend(u + n, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, 0);
  for (int i = 1; i <= n; ++i) v[i] = 0.5 * (u[i - 1] + u[i + 1]);
}
