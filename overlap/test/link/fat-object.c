// SPDX-License-Identifier: Apache-2.0
// A fat object's machine code is converted when it is compiled, its other half at the link.
// REQUIRES: lld
// RUN: %lto_c -ffat-lto-objects %s -o %t.o && %nm --no-llvm-bc %t.o | FileCheck %s --check-prefix=CODE
// CODE-NOT: U MPI_Allreduce
// CODE: U MPI_Iallreduce
// RUN: %lto_link --fat-lto-objects %t.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
double values[1000];
int sum;
int main(int argc, char** argv) {
  // CHECK: fat-object.c:[[#@LINE+1]]:3: MPI_Allreduce became MPI_Iallreduce with a window of
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) values[i] = values[i] / argc;
  return sum;
}
