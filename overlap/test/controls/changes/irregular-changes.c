// SPDX-License-Identifier: Apache-2.0
// What the other side counts, the root and datatypes in an array belong to the pattern.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void count_changes(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Scatterv: its control part stays in the loop
    MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, i, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void root_changes(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int root = 0; root < n; ++root)
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Gatherv: its control part stays in the loop
    MPI_Gatherv(sent, 7, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, root, MPI_COMM_WORLD);
}

void type_changes(double *sent, double *received, const int *counts, const int *places, MPI_Datatype *types, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallw: its control part stays in the loop: line [[@LINE+2]]: a 'store' may change the datatypes
    MPI_Alltoallw(sent, counts, places, types, received, counts, places, types, MPI_COMM_WORLD);
    types[i] = MPI_BYTE;
  }
}

// Calls of the same operation with other roots share nothing.
void other_root(double *sent, double *received, const int *counts, const int *places) {
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Scatterv: its control part serves this call alone, which is in no loop
  MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, 7, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Scatterv: its control part serves this call alone, which is in no loop
  MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, 7, MPI_DOUBLE, 1, MPI_COMM_WORLD);
}
