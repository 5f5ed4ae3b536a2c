// SPDX-License-Identifier: Apache-2.0
// Vectors whose element type is a template's parameter.
// RUN: %translate --check -Rpass=bamboo -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <vector>
template <class T>
struct Halo {
  std::vector<T> in, out;
  MPI_Datatype type;
  void exchange(int n) {
    #pragma bamboo olap
    {
      #pragma bamboo receive
      { MPI_Recv(in.data(), n, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
      #pragma bamboo send
      MPI_Send(out.data(), out.size(), type, 1, 0, MPI_COMM_WORLD);
    }
  }
};
template struct Halo<double>;
// CHECK-NOT: warning:
// CHECK-NOT: unknown-call
// CHECK: remark: send block moved before the receive block
// CHECK-NOT: warning:
// CHECK-NOT: unknown-call
