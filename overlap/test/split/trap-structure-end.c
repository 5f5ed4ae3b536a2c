// SPDX-License-Identifier: Apache-2.0
// The only access that is always made does not reach as far as the arrays: the structure may end there.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

struct matrix {
  int rows;
  int *begin, *column;
  double *value;
};

void multiply(const struct matrix *a, double *x, double *y, int neighbours, int peer, MPI_Request *request) {
  MPI_Irecv(x + a->rows, 1, MPI_DOUBLE, peer, 99, MPI_COMM_WORLD, &request[0]);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&request[i], &status)) exit(1);
  // REMARK: trap-structure-end.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}}: the nest needs what is computed here
  for (int i = 0; i < a->rows; ++i) {
    double sum = 0;
    for (int j = a->begin[i]; j < a->begin[i + 1]; ++j) sum += a->value[j] * x[a->column[j]];
    y[i] = sum;
  }
}
// CHECK-NOT: bamboo_split_core
