// SPDX-License-Identifier: Apache-2.0
// The count of the message is computed in a branch: at the wait it may have no value.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);
int points_of(int face);
void work(void);

static double u[4096], v[4096];

void sweep(int face, int left) {
  MPI_Request request = 0;
  if (left >= 0) {
    int count = points_of(face);
    MPI_Irecv(u, count, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
  }
  work();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // REMARK: branch.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 1; i < 4000; ++i) v[i] = u[i - 1] + u[i + 1];
}

double *results(void) { return v; }
// CHECK-NOT: bamboo_split
