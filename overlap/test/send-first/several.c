// SPDX-License-Identifier: Apache-2.0
// Several receives start behind several sends, in the order of the program.
// RUN: %split_c %s | %statements | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);

// CHECK-LABEL: define {{.*}} @exchange(
// CHECK:       call i32 @MPI_Isend({{.*}}, i32 3, i32
// CHECK:       call i32 @MPI_Isend({{.*}}, i32 4, i32
// CHECK-NEXT:  call i32 @MPI_Irecv({{.*}}, i32 3, i32
// CHECK:       call i32 @MPI_Irecv({{.*}}, i32 4, i32
// CHECK:       call i32 @MPI_Waitall(
void exchange(const double* a, double* out, double* in, int n) {
  MPI_Request requests[4];
  MPI_Irecv(in, n, MPI_DOUBLE, 3, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + n, n, MPI_DOUBLE, 4, 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < n; ++i) out[i] = a[i * n];
  MPI_Isend(out, n, MPI_DOUBLE, 3, 0, MPI_COMM_WORLD, &requests[2]);
  for (int i = 0; i < n; ++i) out[n + i] = a[i * n + 1];
  MPI_Isend(out + n, n, MPI_DOUBLE, 4, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, 0);
}
