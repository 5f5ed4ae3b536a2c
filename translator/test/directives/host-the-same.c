// SPDX-License-Identifier: Apache-2.0
// If the host compiler sees the same directives, no message appears: also for continued lines,
// #line, and macros over several lines, for which compilers report different lines.
// RUN: %translate --check --host-directives=%s:10,14 --host-directives=made.y:102 %s -- %flags 2>&1 > %t
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).read()))" %t
#include <mpi.h>
#define RECEIVE(x) _Pragma("bamboo receive") x

void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo \
    olap
  {
    RECEIVE(
      MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    )
#line 101 "made.y"

    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
  }
}
