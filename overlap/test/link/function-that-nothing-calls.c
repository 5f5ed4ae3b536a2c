// SPDX-License-Identifier: Apache-2.0
// A function that nothing calls stores at unknown places, which might be requests. It is not part
// of the program, so the wait moves.
// REQUIRES: lld
// RUN: %remarks_c -mllvm -bamboo-overlap-bitcode -DMAIN %s -o %t.main.o
// RUN: %remarks_c -mllvm -bamboo-overlap-bitcode -DUNUSED %s -o %t.unused.o
// RUN: %lto_link --fat-lto-objects %t.main.o %t.unused.o -o %t 2>&1 | FileCheck %s
#ifdef UNUSED
void shift(long* to, const long* from, int n) {
  for (int i = 0; i < n; ++i) to[i] = from[i] + n;
}
#else
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
int ghost;
double values[1000];
int main(int argc, char** argv) {
  MPI_Request request;
  MPI_Irecv(&ghost, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  // CHECK: function-that-nothing-calls.c:[[#@LINE+1]]:3: MPI_Wait was moved down past
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / argc;
  return ghost;
}
#endif
