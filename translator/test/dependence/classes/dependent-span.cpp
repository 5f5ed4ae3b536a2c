// SPDX-License-Identifier: Apache-2.0
// A span of a template's parameter refers to unknown memory.
// RUN: %translate --check -Rpass=bamboo -Rpass-missed=bamboo %s -- -std=c++20 %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <vector>
#include <span>
template <class T>
struct Halo {
  std::span<T> in, out;
  MPI_Datatype type;
  void exchange(int n) {
    #pragma bamboo olap
    {
      #pragma bamboo receive
      { MPI_Recv(in.data(), n, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
      #pragma bamboo send
      MPI_Send(out.data(), n, type, 1, 0, MPI_COMM_WORLD);
    }
  }
};
template struct Halo<double>;
// CHECK: warning: cannot show that 'out.data()', which this send block sends, is other memory than 'in.data()'
