// SPDX-License-Identifier: Apache-2.0
// How often a loop goes round is received by what a loop of waits completes: with an old number the look at the loop
// might not end.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void sweep(double *x, double *v, int n, long *head, int peer, MPI_Request *q) {
  for (int i = 0; i < 2; ++i) MPI_Irecv(head + i, 1, MPI_LONG, peer, i, MPI_COMM_WORLD, &q[i]);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    if (MPI_Wait(&q[i], &status)) exit(1);
  }
  for (long k = head[0]; k < head[1]; ++k) x[k * k & 7] = 1;
  // REMARK: trap-waits-count-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}}which memory is touched may depend on what is received
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}
// CHECK-NOT: bamboo_split
