// SPDX-License-Identifier: Apache-2.0
// The program's own halves: receives that start in front of the sweep are started there in each copy of it.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request *, MPI_Status *);

void early_receives(double *u, double *v, double *ghosts, int n, int steps, int left, int right) {
  MPI_Request requests[2];
  // CHECK-DAG: own-halves.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    MPI_Irecv(ghosts, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    // CHECK-DAG: own-halves.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Isend(&u[n], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, (MPI_Status *)0);
    u[0] = ghosts[0];
  }
}

void all_behind(double *u, double *v, int n, int steps, int left, int right) {
  MPI_Request requests[2];
  // CHECK-DAG: own-halves.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: own-halves.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    double *w = u;
    u = v;
    v = w;
    MPI_Irecv(&u[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&u[n], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, (MPI_Status *)0);
  }
}

// What the program overlaps itself stays as it is.
// CHECK-NOT: was rotated
void overlapped(double *u, double *v, double *ghosts, int n, int steps, int left, int right) {
  MPI_Request requests[2];
  for (int it = 0; it < steps; ++it) {
    MPI_Irecv(ghosts, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&u[n], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
    MPI_Waitall(2, requests, (MPI_Status *)0);
    double *w = u;
    u = v;
    v = w;
    u[0] = ghosts[0];
  }
}
