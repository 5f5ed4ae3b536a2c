// SPDX-License-Identifier: Apache-2.0
// Bitcode beside the code of another compiler: the object has no code, and answers whether the pass
// changes something.
// RUN: %overlap_c -mllvm -bamboo-overlap-bitcode -mllvm -bamboo-overlap-bitcode-alone -mllvm -bamboo-overlap-answers %s | FileCheck %s
// RUN: %overlap_c -mllvm -bamboo-overlap-bitcode -mllvm -bamboo-overlap-bitcode-alone %s | not grep note.bamboo.changed
#include <mpi.h>

void wait_for_all(MPI_Comm communicator) { MPI_Barrier(communicator); }
// CHECK-DAG: section ".note.bamboo.changed"
// CHECK-DAG: section ".llvm.lto"
// CHECK: define {{.*}}@wait_for_all(
// CHECK-NEXT: unreachable
// CHECK-NOT: call
