// SPDX-License-Identifier: Apache-2.0
// A loop of waits, timers, and the nest: the core runs in front of the loop and of the clock.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

double MPI_Wtime(void);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

static double exchanged, computed;

void multiply(int n, const int *begin, const int *column, const double *value, double *x, double *y, int neighbours,
              const int *peer, const int *length, MPI_Request *request) {
  double start = MPI_Wtime();
  double *from = x + n;
  for (int i = 0; i < neighbours; i++) {
    MPI_Irecv(from, length[i], MPI_DOUBLE, peer[i], 99, MPI_COMM_WORLD, &request[i]);
    from += length[i];
  }
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&request[i], &status)) exit(1);
  double received = MPI_Wtime();
  exchanged += received - start;
  // REMARK: waits-then-clock.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} run before 1 completions
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
  computed += MPI_Wtime() - received;
}

void report(void) {
  printf("exchange %g s, computation %g s\\n", exchanged, computed);
}
// CHECK: call i32 @bamboo_split_core(
