// SPDX-License-Identifier: Apache-2.0
// The program's own halves are timed: where one starts something, and in front of and behind one that completes.
// RUN: %overlap_c -mllvm -bamboo-measure-windows -g %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void exchange(double *in, double *out, int other) {
  MPI_Request requests[2];
  MPI_Irecv(in, 100, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, 100, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
}
// CHECK: c"MPI_Waitall\00"
// CHECK: @[[SITE:bamboo.window.*]] = internal global {{.*}} i32 14, {{.*}}, i32 -1 }
// CHECK: call i32 @MPI_Irecv
// CHECK: call void @bamboo_window_own_starts()
// CHECK: call i32 @MPI_Isend
// CHECK: call void @bamboo_window_own_starts()
// CHECK: call void @bamboo_window_own_closes(ptr {{.*}}@[[SITE]])
// CHECK: call i32 @MPI_Waitall
// CHECK: call void @bamboo_window_own_waited(ptr {{.*}}@[[SITE]])
