// SPDX-License-Identifier: Apache-2.0
// Each irregular collective is moved out of loops, and shares the control part of one before.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

// The middle argument is that of the operation.
#define TWICE(name, parameters, call)                       \
  void name(double *s, double *r, const int *counts, const int *places, parameters, int n) { \
    for (int i = 0; i < n; ++i) call;                       \
    for (int i = 0; i < n; ++i) call;                       \
  }

// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Gatherv: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Gatherv: the control part of line [[@LINE+1]] serves it as well
TWICE(gatherv, int count, MPI_Gatherv(s, count, MPI_INT, r, counts, places, MPI_INT, 1, MPI_COMM_WORLD))
// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Scatterv: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Scatterv: the control part of line [[@LINE+1]] serves it as well
TWICE(scatterv, int count, MPI_Scatterv(s, counts, places, MPI_INT, r, count, MPI_INT, 1, MPI_COMM_WORLD))
// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Allgatherv: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Allgatherv: the control part of line [[@LINE+1]] serves it as well
TWICE(allgatherv, int count, MPI_Allgatherv(s, count, MPI_INT, r, counts, places, MPI_INT, MPI_COMM_WORLD))
// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Alltoallv: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Alltoallv: the control part of line [[@LINE+1]] serves it as well
TWICE(alltoallv, int unused, MPI_Alltoallv(s, counts, places, MPI_INT, r, counts, places, MPI_INT, MPI_COMM_WORLD))
// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Alltoallw: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Alltoallw: the control part of line [[@LINE+1]] serves it as well
TWICE(alltoallw, const MPI_Datatype *types, MPI_Alltoallw(s, counts, places, types, r, counts, places, types, MPI_COMM_WORLD))
// CHECK-DAG: :[[@LINE+2]]:1: remark: MPI_Reduce_scatter: its control part was moved out of 1 loops
// CHECK-DAG: :[[@LINE+1]]:1: remark: MPI_Reduce_scatter: the control part of line [[@LINE+1]] serves it as well
TWICE(reduce_scatter, int unused, MPI_Reduce_scatter(s, r, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD))
