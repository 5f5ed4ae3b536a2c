// SPDX-License-Identifier: Apache-2.0
// MPI throws nothing: an invoke of it is a call. What leaves the loop leaves nothing behind.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
extern "C" {
#include <mpi.h>
}

struct Guard {
  ~Guard();
};
void steps(double* sent, double* received, const int* places, int n) {
  Guard guard;
  int counts[2] = {n, 2 * n};
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    if (sent[i] < 0) throw 1;
  }
}
