// SPDX-License-Identifier: Apache-2.0
// Every file keeps the settings that it was compiled with: only one of these calls may stay nonblocking
// without a window.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o -mllvm -bamboo-overlap=always && %lto_c -DCALLEE %s -o %t.callee.o
// RUN: %lto_link %t.main.o %t.callee.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
#ifdef CALLEE
__attribute__((noinline)) void second(int* value) {
  // CHECK-DAG: settings-of-each-file.c:[[#@LINE+1]]:3: MPI_Send stays blocking
  MPI_Send(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}
#else
void second(int* value);
int main(int argc, char** argv) {
  // CHECK-DAG: settings-of-each-file.c:[[#@LINE+1]]:3: MPI_Send became MPI_Isend
  MPI_Send(&argc, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  second(&argc);
  return 0;
}
#endif
