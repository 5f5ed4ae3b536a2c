// SPDX-License-Identifier: Apache-2.0
// One file that says that the run-time library is linked speaks for all: calls that match each other ask for their form
// together.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o -mllvm -bamboo-overlap-library && %lto_c -DCALLEE %s -o %t.callee.o
// RUN: %lto_plain_c -DPLAIN %s -o %t.plain.o
// RUN: %lto_link %t.main.o %t.callee.o %t.plain.o -o %t 2>&1 | FileCheck %s
// RUN: %lto_c -DMAIN %s -o %t.none.o && %lto_link %t.none.o %t.callee.o %t.plain.o -o %t 2>&1 | FileCheck --check-prefix=NONE %s
#include <mpi.h>
void callee(int *in, int *out, int *counts, int *places);
void plain(int *in, int *out, int *counts, int *places);
#if defined(CALLEE)
void callee(int *in, int *out, int *counts, int *places) {
  // CHECK-DAG: library-of-one-file.c:[[#@LINE+2]]:3: MPI_Alltoallv stays blocking where no process gains
  // NONE-DAG: library-of-one-file.c:[[#@LINE+1]]:3: MPI_Alltoallv is left alone
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
}
#elif defined(PLAIN)
void plain(int *in, int *out, int *counts, int *places) {
  // CHECK-DAG: library-of-one-file.c:[[#@LINE+2]]:3: MPI_Alltoallv stays blocking where no process gains
  // NONE-DAG: library-of-one-file.c:[[#@LINE+1]]:3: MPI_Alltoallv is left alone
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
}
#else
int main(int argc, char **argv) {
  int in[2] = {argc}, out[2], counts[] = {1, 1}, places[] = {0, 1};
  // CHECK-DAG: library-of-one-file.c:[[#@LINE+2]]:3: MPI_Alltoallv stays blocking where no process gains
  // NONE-DAG: library-of-one-file.c:[[#@LINE+1]]:3: MPI_Alltoallv is left alone
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
  callee(in, out, counts, places);
  plain(in, out, counts, places);
  return 0;
}
#endif
