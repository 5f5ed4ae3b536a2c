// SPDX-License-Identifier: Apache-2.0
// A guarded wait of the program's own at the end of a function, with an early return in front: it leaves the conditional, and the function.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include "work.h"
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
void exchange(int* ghosts, int n, int left) {
  if (n == 0) return;
  MPI_Request request;
  if (left >= 0) {
    MPI_Irecv(ghosts, n, MPI_INT, left, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
int step(int n, int left) {
  static int ghosts[10];
  exchange(ghosts, n, left);
  work();
  return ghosts[0];
}
// CHECK: 'exchange' became part of 'step'
// CHECK: own-request-leaves.c:13:5: remark: MPI_Wait was moved down past {{.*}} moved out of the conditional in line {{9|11}}
// IR-LABEL: define {{.*}} @step(
// IR: call i32 @MPI_Irecv(
// IR: fdiv
// IR: call i32 @MPI_Waitall(
