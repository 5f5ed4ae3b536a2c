// SPDX-License-Identifier: Apache-2.0
// A buffered send is over when it returns: it is left alone.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer) {
  // CHECK: left-alone-bsend.c:[[@LINE+1]]:{{[0-9]+}}: remark: MPI_Bsend is left alone: MPI has no nonblocking form of it that does the same
  MPI_Bsend(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}
