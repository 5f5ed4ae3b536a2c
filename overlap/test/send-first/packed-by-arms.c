// SPDX-License-Identifier: Apache-2.0
// What is packed in one of two ways does not matter, although the compiler copies the send into both ways later.
// RUN: %split_c %s | %statements | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);

// CHECK-LABEL: define {{.*}} @exchange(
// CHECK-NOT:   call i32 @MPI_Irecv(
// CHECK:       call i32 @MPI_Isend(
// CHECK:       call i32 @MPI_Irecv(
void exchange(const double* a, double* b, double* out, double* in, int n, int tile, int peer) {
  MPI_Request requests[2];
  MPI_Irecv(in, n * n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  if (tile <= 0)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) out[j + n * i] = a[i + n * j];
  else
    for (int i = 0; i < n; i += tile)
      for (int j = i; j < n && j < i + tile; ++j) out[i + n * j] = a[j + n * i];
  MPI_Isend(out, n * n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, 0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[i + n * j] += in[i + n * j];
}
