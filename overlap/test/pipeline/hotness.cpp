// SPDX-License-Identifier: Apache-2.0
// Remarks with the hotness of their code, in a function whose invokes of MPI become calls.
// RUN: %remarks_c -std=c++20 -fdiagnostics-show-hotness %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Guard {
  ~Guard() noexcept;
};
void work(double* __restrict buffer, double* __restrict other) {
  Guard guard;
  // CHECK: remark: MPI_Recv became MPI_Irecv with a window
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
