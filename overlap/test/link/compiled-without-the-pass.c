// SPDX-License-Identifier: Apache-2.0
// The link converts the calls of what was compiled without the pass, too: collectives match each other only
// when all of them are nonblocking.
// REQUIRES: lld
// RUN: %lto_c -DMAIN %s -o %t.main.o
// RUN: %lto_plain_c -DCALLEE %s -o %t.callee.o && %lto_plain_c -O0 -DUNOPTIMISED %s -o %t.unoptimised.o
// RUN: %lto_link %t.main.o %t.callee.o %t.unoptimised.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
#if defined(CALLEE)
// CHECK-DAG: compiled-without-the-pass.c:[[#@LINE+1]]:20: MPI_Barrier became MPI_Ibarrier
void first(void) { MPI_Barrier(MPI_COMM_WORLD); }
#elif defined(UNOPTIMISED)
// CHECK-DAG: compiled-without-the-pass.c:[[#@LINE+1]]:21: MPI_Barrier became MPI_Ibarrier
void second(void) { MPI_Barrier(MPI_COMM_WORLD); }
#else
void first(void);
void second(void);
int main(void) {
  first();
  second();
  // CHECK-DAG: compiled-without-the-pass.c:[[#@LINE+1]]:3: MPI_Barrier became MPI_Ibarrier
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
#endif
