// SPDX-License-Identifier: Apache-2.0
// How much comes is known only to the function that starts, or gets ready, the receive.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv_init(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Start(MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

static double u[4096], v[4096], w[4096];
static MPI_Request persistent, request;

__attribute__((noinline)) void get_ready(int n, int left) {
  MPI_Recv_init(u, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &persistent);
}

void sweep_persistent(void) {
  MPI_Start(&persistent);
  MPI_Wait(&persistent, MPI_STATUS_IGNORE);
  // REMARK: function.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 1; i < 4000; ++i) v[i] = u[i - 1] + u[i + 1];
}

__attribute__((noinline)) void start(int n, int left) {
  MPI_Irecv(u, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
}

void sweep(void) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // REMARK: function.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 1; i < 4000; ++i) w[i] = u[i - 1] - u[i + 1];
}

double *results(int which) { return which ? v : w; }
// CHECK-NOT: bamboo_split
