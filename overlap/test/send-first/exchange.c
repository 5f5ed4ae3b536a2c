// SPDX-License-Identifier: Apache-2.0
// A receive of the program's own that is posted in front of what is packed starts behind the send.
// RUN: %split_c %s | %statements | FileCheck %s
// RUN: %split_c -mllvm -bamboo-overlap-level=extended %s | %statements | FileCheck %s --check-prefix=ORDER
// RUN: %split_c -mllvm -bamboo-overlap-existing=false %s | %statements | FileCheck %s --check-prefix=ORDER
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s --check-prefix=REMARK
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

// CHECK-LABEL: define {{.*}} @exchange(
// CHECK:       store double
// CHECK:       call i32 @MPI_Isend(
// CHECK-NEXT:  call i32 @MPI_Irecv(
// CHECK:       call i32 @MPI_Wait(
// ORDER:       call i32 @MPI_Irecv(
// ORDER:       call i32 @MPI_Isend(
// REMARK: exchange.c:[[@LINE+3]]:3: remark: MPI_Irecv was moved down past {{[0-9]+}} statements, behind MPI_Isend in line [[@LINE+5]]: both directions of an exchange begin at once
void exchange(const double* a, double* out, double* in, int n, int peer) {
  MPI_Request receive, send;
  MPI_Irecv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &receive);
  for (int i = 0; i < n; ++i) out[i] = a[i * n];
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &send);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
}
