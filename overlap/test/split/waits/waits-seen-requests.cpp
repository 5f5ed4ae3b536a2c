// SPDX-License-Identifier: Apache-2.0
// The compiler sees what the waits complete, but not how long the messages are, and an error ends
// the program: the program asks all the same.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

extern "C" {
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
[[noreturn]] void exit(int);
}

void multiply(int n, const int* begin, const int* column, const double* value, double* x, double* y,
              int neighbours, const int* peer, const int* length, const double* out) {
  MPI_Request* request = new MPI_Request[neighbours];
  double* from = x + n;
  for (int i = 0; i < neighbours; from += length[i++])
    MPI_Irecv(from, length[i], MPI_DOUBLE, peer[i], 99, MPI_COMM_WORLD, request + i);
  for (int i = 0; i < neighbours; i++) MPI_Send(out, 10, MPI_DOUBLE, peer[i], 99, MPI_COMM_WORLD);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(request + i, &status)) exit(-1);
  delete[] request;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: @_Z8multiply
// CHECK: call void @bamboo_split_posted(
// CHECK: call ptr @bamboo_split_begin(
// CHECK: call void @bamboo_split_completes(
