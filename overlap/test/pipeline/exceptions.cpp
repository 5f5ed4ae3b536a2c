// SPDX-License-Identifier: Apache-2.0
// In C++ an invoke of MPI becomes a call; the destructor of the caller runs behind the wait.
// RUN: %overlap_c -std=c++20 %s | FileCheck %s
#include <mpi.h>

void may_throw();
struct Guard {
  ~Guard() noexcept;
};
void work(double* __restrict buffer, double* __restrict other) {
  Guard guard;
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
  may_throw();
}
// CHECK: call i32 @MPI_Irecv(
// CHECK: fdiv
// CHECK: call i32 @MPI_Wait(
// CHECK: invoke void @_Z9may_throwv()
