// SPDX-License-Identifier: Apache-2.0
// The remark says why a completion does not leave its conditional.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

// CHECK: MPI_Recv stays blocking: {{.*}} the conditional ends here, and its status may be looked at on the other ways
void asks(double *restrict u, double *restrict v, int n, int left, MPI_Status *restrict status) {
  if (left >= 0) MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, status);
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
}

// CHECK: MPI_Recv stays blocking: {{.*}} the conditional ends here, and what depends on the completion belongs to it
void unpacks(double *restrict u, double *restrict v, int n, int left) {
  if (left >= 0) {
    MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    v[0] = u[0];
  }
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
}

// CHECK: MPI_Wait stays where it is; {{.*}} the conditional ends here, and the place of its request is known only inside
void own(double *restrict u, double *restrict v, int n, int left) {
  MPI_Request requests[4];
  if (left >= 0) {
    MPI_Irecv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[left & 3]);
    MPI_Wait(&requests[left & 3], MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
}
