// SPDX-License-Identifier: Apache-2.0
// A receive from any source contradicts what the user says of the program: an error, for either MPI.
// RUN: not %overlap_c -g -mllvm -bamboo-overlap-no-wildcards %s 2>&1 | FileCheck %s
// RUN: not %overlap_mpich_c -g -mllvm -bamboo-overlap-no-wildcards %s 2>&1 | FileCheck %s
#include <mpi.h>

static double in[4], out[4];

void take(int peer) {
  // CHECK: assumed-wildcard.c:[[@LINE+1]]:3: error: {{.*}}MPI_Recv takes a message from MPI_ANY_SOURCE, although --bamboo-assume=no-wildcards says that no process does; leave that option away
  MPI_Recv(in, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: assumed-wildcard.c:[[@LINE+1]]:3: error: {{.*}}MPI_Sendrecv takes a message from MPI_ANY_SOURCE
  MPI_Sendrecv(out, 4, MPI_DOUBLE, peer, 0, in, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  // Neither has this one.
  // CHECK-NOT: error:
  MPI_Recv(in, 4, MPI_DOUBLE, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(in, 4, MPI_DOUBLE, peer, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
// CHECK: 2 errors generated
