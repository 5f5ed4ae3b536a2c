// SPDX-License-Identifier: Apache-2.0
// Rows that read through indices run in pieces, while a send is on its way that waits for a message. The core is a
// function, which goes through the rows of a piece.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void multiply(double* restrict x, double* restrict y, const double* restrict value,
              const int* restrict begin, const int* restrict column, int n, int left) {
  MPI_Recv(x + n, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(x + n, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  // REMARK: staged-rows.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: iterations that need nothing of what is received run in pieces while 1 completions wait; 1 of the loops may be cut, each row by what it reads
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: define {{.*}}@multiply(
// CHECK-NOT: call i32 @bamboo_split_chunk(
// CHECK: call void @bamboo_split_during(
// CHECK-NEXT: call i32 @{{(bamboo[.])?}}MPI_Wait(
// CHECK-LABEL: define internal void @multiply.bamboo.core(
// CHECK: call i32 @bamboo_split_chunk(
// CHECK: call ptr @bamboo_split_noted(
// CHECK: call i32 @bamboo_split_run(
