// SPDX-License-Identifier: Apache-2.0
// RUN: %split_remarks_c -mllvm -bamboo-overlap-no-wildcards %s 2>&1 | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=ORDER %s
#include <mpi.h>

void sweep(double* u, double* v, int n, int m, int up, int down) {
  // CHECK-DAG: remark.c:[[@LINE+2]]:3: remark: MPI_Sendrecv became MPI_Irecv with a window of {{.*}}; 2 operations start meanwhile on what may be the same memory: compared when the program runs, and where it is, this one is completed first
  // ORDER-DAG: remark.c:[[@LINE+1]]:3: remark: MPI_Sendrecv became MPI_Irecv {{.*}}: a receive from any source may rely on the order
  MPI_Sendrecv(u + m, m, MPI_DOUBLE, up, 0, u + (n + 1) * m, m, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(u + n * m, m, MPI_DOUBLE, down, 1, u, m, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  // CHECK-DAG: remark.c:[[@LINE+2]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run before 2 completions
  // ORDER-DAG: remark.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run in pieces while 2 completions wait
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j < m - 1; ++j) v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j];
}
