// SPDX-License-Identifier: Apache-2.0
// Variables and blocks of this process alone: a barrier shows nothing new there. Nor does it change whose communicator
// a variable holds.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

static int of_file[64];
void variables(double *sent, double *restrict received, const int *places, int n, MPI_Comm *comm) {
  int own[64];
  for (int i = 0; i < 64; ++i) of_file[i] = own[i] = n + i;
  for (int i = 0; i < n; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, own, places, MPI_DOUBLE, received, of_file, places, MPI_DOUBLE, *comm);
  }
}

void block(double *sent, double *received, const int *places, int n) {
  int *counts = malloc(64 * sizeof(int));
  for (int i = 0; i < 64; ++i) counts[i] = n + i;
  for (int i = 0; i < n; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  free(counts);
}
