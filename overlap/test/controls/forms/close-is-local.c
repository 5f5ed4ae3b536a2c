// SPDX-License-Identifier: Apache-2.0
// What closes a control part communicates nothing and writes its control alone: halves pass it, and a callee that closes its own
// does not change the caller's counts.
// RUN: %overlap_c %s | FileCheck %s
// RUN: %plans_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARKS %s
#include <mpi.h>
#include <stdint.h>

int Bamboo_Control_close(uint64_t *);

// CHECK-LABEL: @passed(
// CHECK: call i32 @MPI_Irecv(
// CHECK: call i32 @Bamboo_Control_close(
// CHECK: call i32 @MPI_Wait(
void passed(double *restrict received, double *restrict own, uint64_t *restrict control) {
  MPI_Recv(received, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  Bamboo_Control_close(control);
  for (int i = 0; i < 1000; ++i) own[i] = own[i] * own[i] + 1;
}

static int theirs[8];

// REMARKS-DAG: :[[@LINE+3]]:5: remark: MPI_Scatterv: its control part was moved out of 1 loops
__attribute__((noinline)) static void callee(double *sent, double *received, const int *places) {
  for (int i = 0; i < 1000; ++i)
    MPI_Scatterv(sent, theirs, places, MPI_DOUBLE, received, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void steps(double *sent, double *received, const int *places, const int *given) {
  int counts[4] = {given[0], given[1], given[2], given[3]};
  theirs[0] = given[0];
  for (int i = 0; i < 1000; ++i) {
    // REMARKS-DAG: :[[@LINE+1]]:5: remark: MPI_Scatterv: its control part was moved out of 1 loops
    MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    callee(sent, received, places);
  }
}
