// SPDX-License-Identifier: Apache-2.0
// An exception that is caught around the loop closes the control part as well.
// RUN: %plans_c %s | FileCheck %s
#include <mpi.h>

void check(double value);

// CHECK-LABEL: @_Z5stepsPdS_PKiS1_i(
// CHECK: store i64 0, ptr %[[CONTROL:[a-z.0-9]+]]
// CHECK: landingpad
// CHECK-NEXT: catch
// CHECK-NEXT: @Bamboo_Control_close(ptr {{[^,]*}}%[[CONTROL]])
// CHECK: ret i32
int steps(double* sent, double* received, const int* counts, const int* places, int count) {
  int own[4] = {counts[0], counts[1], counts[2], counts[3]};
  try {
    for (int i = 0; i < 1000; ++i) {
      MPI_Scatterv(sent, own, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      check(received[0]);
    }
  } catch (...) {
    return 1;
  }
  return 0;
}
