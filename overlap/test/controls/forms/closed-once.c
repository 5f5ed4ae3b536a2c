// SPDX-License-Identifier: Apache-2.0
// Each way out of the loops closes the control part once, in a block of its own where others come there, too. Ways around do not.
// RUN: %plans_c %s | FileCheck %s
#include <mpi.h>

// CHECK-LABEL: @ways(
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[END:[a-z0-9]+]]
// CHECK: store i64 0, ptr %[[CONTROL:[a-z.0-9]+]]
// CHECK: @Bamboo_Scatterv_controlled(
// CHECK: br i1 %{{.*}}, label %[[CLOSED:[a-z0-9]+[.]closed]],
// CHECK: [[CLOSED]]:
// CHECK: @Bamboo_Control_close(ptr {{[^,]*}}%[[CONTROL]])
// CHECK-NEXT: br label %[[END]]
// CHECK-NOT: Bamboo_
// CHECK: ret
int ways(double *sent, double *received, const int *counts, const int *places, int count, int times) {
  for (int j = 0; j < times; ++j) {
    for (int i = 0; i < 1000; ++i) {
      MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      if (received[0] < 1) return 3;
      if (received[0] < 5) break;
      sent[i] = i;
    }
    if (received[1] > 3) return 4;
  }
  return 2;
}

// Opened anew in each turn of the outer loop, and closed in each.
// CHECK-LABEL: @inner(
// CHECK: store i64 0, ptr %[[CONTROL:[a-z.0-9]+]]
// CHECK: @Bamboo_Control_close(ptr {{[^,]*}}%[[CONTROL]])
// CHECK-NOT: Bamboo_Control
// CHECK: @Bamboo_Scatterv_controlled(
// CHECK-NOT: Bamboo_Control
// CHECK-LABEL: @shared(
void inner(double *sent, double *received, int *counts, const int *places, int count, int times) {
  for (int j = 0; j < times; ++j) {
    counts[0] = j;
    for (int i = 0; i < 1000; ++i) {
      sent[0] = i;
      MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
  }
}

// Behind the last of the calls that share it.
// CHECK: store i64 0, ptr %[[CONTROL:[a-z.0-9]+]]
// CHECK: @Bamboo_Scatterv_controlled(
// CHECK: @Bamboo_Scatterv_controlled(
// CHECK-NEXT: @Bamboo_Control_close(ptr {{[^,]*}}%[[CONTROL]])
// CHECK-NEXT: ret
void shared(double *sent, double *received, const int *counts, const int *places, int count) {
  MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  sent[0] = 1;
  MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
