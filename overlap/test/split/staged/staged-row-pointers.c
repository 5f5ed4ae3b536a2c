// SPDX-License-Identifier: Apache-2.0
// A heated plate as tutorials have it: rows behind pointers, one exchange behind the other. LLVM takes the pointer
// of the next row over into the next iteration.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void step(double **u, double **w, double *diffs, int rows, int columns, int up, int down) {
  MPI_Sendrecv(&u[1][1], columns, MPI_DOUBLE, up, 0, &u[rows + 1][1], columns, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&u[rows][1], columns, MPI_DOUBLE, down, 0, &u[0][1], columns, MPI_DOUBLE, up, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  // CHECK: staged-row-pointers.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run in pieces while 2 completions wait; 1 of the loops may be cut, each row by what it reads
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j <= columns; ++j) {
      w[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4.0;
      diffs[(i - 1) * columns + j - 1] = __builtin_fabs(w[i][j] - u[i][j]);
    }
}
