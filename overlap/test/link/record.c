// SPDX-License-Identifier: Apache-2.0
// The linker writes the same record as the compiler.
// REQUIRES: lld
// RUN: %lto_c %s -o %t.o
// RUN: %lto_link --opt-remarks-filename %t.yaml --opt-remarks-passes bamboo-overlap %t.o -o %t
// RUN: FileCheck %s < %t.yaml
// CHECK: --- !Passed
// CHECK-NEXT: Pass: bamboo-overlap
// CHECK-NEXT: Name: Converted
// CHECK: record.c'
// CHECK: Line: [[#@LINE+8]],
// CHECK: Function: main
// CHECK-NEXT: Args:
// CHECK-NEXT: - Call: MPI_Allreduce
#include <mpi.h>
int main(int argc, char** argv) {
  int sum;
  // The line of this call.
  MPI_Allreduce(&argc, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
