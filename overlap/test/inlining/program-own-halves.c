// SPDX-License-Identifier: Apache-2.0
// A function that ends in the wait of an operation that another one has started.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
void begin(int* in, MPI_Request* request) {
  MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
}
void end(MPI_Request* request) {
  MPI_Wait(request, MPI_STATUS_IGNORE);
}
static double own[1000];
void set(int i, double value) { own[i] = value; }
double get(int i) { return own[i]; }
int step(void) {
  int in;
  MPI_Request request;
  begin(&in, &request);
  // CHECK: program-own-halves.c:[[#@LINE+1]]:3: remark: 'end' became part of 'step'
  end(&request);
  for (int i = 0; i < 1000; ++i) own[i] = own[i] / 3;
  return in;
}
// IR-LABEL: define {{.*}} @step(
// IR: fdiv
// IR: call i32 @MPI_Wait(
