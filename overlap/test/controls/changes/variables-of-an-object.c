// SPDX-License-Identifier: Apache-2.0
// The call loads its arguments from a constant object. The loop does not write it, so the control part leaves the loop.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Exchange { int *counts, *places; MPI_Comm comm; };
void steps(const struct Exchange *exchange, double *restrict sent, double *restrict received, int n) {
  for (int i = 0; i < n; ++i) {
    sent[0] = i;
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, exchange->counts, exchange->places, MPI_DOUBLE, received, exchange->counts, exchange->places, MPI_DOUBLE, exchange->comm);
  }
}
