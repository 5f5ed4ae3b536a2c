// SPDX-License-Identifier: Apache-2.0
// Which request the later waits complete is decided between them: the program cannot ask in front of the core.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void sweep(double *u, double *v, int n, int count, int left, MPI_Request *one, MPI_Request *others) {
  for (int i = 0; i < count; i++) MPI_Irecv(u + i, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &others[i]);
  for (int i = 0; i < count; i++) {
    one[0] = others[i];
    MPI_Wait(&one[0], MPI_STATUS_IGNORE);
  }
  // REMARK: trap-waits-request-changes.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-3]]: it may change which operations are waited for behind it
  for (int i = 4; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
