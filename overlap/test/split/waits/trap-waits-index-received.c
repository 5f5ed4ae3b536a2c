// SPDX-License-Identifier: Apache-2.0
// Indices of indices are received by what a loop of waits completes: the program must not load by an old one, where
// these are looked at, as a wrong address may be loaded from.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void sweep(double *x, double *v, int n, int *list, const int *map, const double *restrict w, int cells, int peer,
           MPI_Request *q) {
  for (int i = 0; i < 2; ++i) MPI_Irecv(list + i * cells, cells, MPI_INT, peer, i, MPI_COMM_WORLD, &q[i]);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    if (MPI_Wait(&q[i], &status)) exit(1);
  }
  for (int k = 0; k < cells; ++k) x[map[list[k]]] = w[k];
  // REMARK: trap-waits-index-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: which memory is touched may depend on what is received
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}
// CHECK-NOT: bamboo_split
