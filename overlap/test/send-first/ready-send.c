// SPDX-License-Identifier: Apache-2.0
// A send of another rank in ready mode needs a posted receive, and may follow this rank's send.
// RUN: %split_c %s | %statements | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);
void answer(double* out, int n, int peer) {
  MPI_Rsend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
}

// CHECK-LABEL: define {{.*}} @exchange(
// CHECK-NOT:   call i32 @MPI_Isend(
// CHECK:       call i32 @MPI_Irecv(
void exchange(const double* a, double* v, double* out, double* in, int n, int peer) {
  MPI_Request requests[2];
  MPI_Irecv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  for (int i = 0; i < n; ++i) out[i] = a[i * n];
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, 0);
}
