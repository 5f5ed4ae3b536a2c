// SPDX-License-Identifier: Apache-2.0
// Offsets that may be equal are warned about.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double a[8], b[8];
struct G { double in[8], out[8]; double *pin, *pout; };
void f(int n, int k) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a + n, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(a + k, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: warning: cannot show that 'a + k', which this send block sends, is other memory than 'a + n', which the receive block before it receives into [-Wbamboo-send-may-depend-on-receive]
