// SPDX-License-Identifier: Apache-2.0
// The arrays of the nest are in a structure, and are loaded only where there are rows. The number of rows is loaded
// always, and another member behind the arrays is: the core may load them earlier.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

struct matrix {
  int rows;
  int *begin, *column;
  double *value;
  int *peer;
};

void multiply(const struct matrix *a, double *x, double *y, int neighbours, MPI_Request *request) {
  MPI_Irecv(x + a->rows, 1, MPI_DOUBLE, a->peer[0], 99, MPI_COMM_WORLD, &request[0]);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&request[i], &status)) exit(1);
  // CHECK: arrays-of-a-struct.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}} run before 1 completions
  for (int i = 0; i < a->rows; ++i) {
    double sum = 0;
    for (int j = a->begin[i]; j < a->begin[i + 1]; ++j) sum += a->value[j] * x[a->column[j]];
    y[i] = sum;
  }
}
