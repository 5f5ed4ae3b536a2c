// SPDX-License-Identifier: Apache-2.0
// A call that changes a vector of a template's parameter.
// RUN: not %translate --check -Rpass=bamboo -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
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
      { MPI_Recv(in.data(), n, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); out.push_back(in[0]); }
      #pragma bamboo send
      MPI_Send(out.data(), n, type, 1, 0, MPI_COMM_WORLD);
    }
  }
};
template struct Halo<double>;
// CHECK: error: this send block {{reads|sends}} 'out{{.*}}', but the receive block before it writes 'out' [bamboo:send-depends-on-receive]
