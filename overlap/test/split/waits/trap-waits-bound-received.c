// SPDX-License-Identifier: Apache-2.0
// The nest's bound is at a received index, or is divided by received data: neither can be computed in
// front of the waits.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void found(double *x, double *v, double *ghost, int *head, const int *table, int peer, MPI_Request *q) {
  MPI_Irecv(head, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    if (MPI_Wait(&q[i], &status)) exit(1);
  }
  // REMARK: trap-waits-bound-received.c:[[@LINE+2]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: which memory is touched may depend on what is received
  int n = table[head[0]];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}

void own_requests(double *x, double *v, double *ghost, int *head, const int *table, int peer) {
  MPI_Request q[2];
  MPI_Irecv(head, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  if (MPI_Waitall(2, q, MPI_STATUS_IGNORE)) exit(1);
  int n = table[head[0]];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}

void divided(double *x, double *v, double *ghost, int *head, int all, int peer, MPI_Request *q) {
  MPI_Irecv(head, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  if (MPI_Waitall(2, q, MPI_STATUS_IGNORE)) exit(1);
  int n = all / head[0];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}
// CHECK-NOT: bamboo_split
