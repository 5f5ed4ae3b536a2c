// SPDX-License-Identifier: Apache-2.0
// A send does not pass an earlier receive, which may order other ranks. With the option that the program has no wildcards it does.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
// RUN: %remarks_c -mllvm -bamboo-overlap-no-wildcards %s 2>&1 | FileCheck --check-prefix=NONE %s
#include <mpi.h>

static double in[4], out[4];

void exchange(int peer) {
  // CHECK: any-source.c:[[@LINE+2]]:3: remark: MPI_Recv stays blocking{{.*}} the completion goes no further down than line [[@LINE+3]]: the call of 'MPI_Isend': a receive from any source may rely on the order; if the program has none, say so with --bamboo-assume=no-wildcards
  // NONE-NOT: any source
  MPI_Recv(in, 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(out, 4, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
}
