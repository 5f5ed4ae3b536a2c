// SPDX-License-Identifier: Apache-2.0
// With an answer for a driver that has another compiler: a note where something changed, else no
// code.
// RUN: %overlap_c -mllvm -bamboo-overlap-answers %s | FileCheck %s --check-prefix=EMPTY
// RUN: %overlap_c -mllvm -bamboo-overlap-answers -DWITH_COLLECTIVE %s | FileCheck %s
// RUN: %overlap_c -DWITH_COLLECTIVE %s | not grep note.bamboo.changed
#include <mpi.h>
int MPI_Comm_rank(MPI_Comm, int *);

int rank_of(MPI_Comm communicator) {
  int rank;
  MPI_Comm_rank(communicator, &rank);
#ifdef WITH_COLLECTIVE
  MPI_Barrier(communicator);
#endif
  return rank;
}
int same(MPI_Comm communicator) __attribute__((alias("rank_of")));
// CHECK: section ".note.bamboo.changed"
// CHECK: call i32 @MPI_Comm_rank(
// CHECK: call i32 @MPI_Ibarrier(
// EMPTY-NOT: .note.bamboo.changed
// EMPTY: @same = {{.*}}alias
// EMPTY: define {{.*}}@rank_of(
// EMPTY-NEXT: unreachable
// EMPTY-NOT: call
