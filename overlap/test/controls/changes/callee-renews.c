// SPDX-License-Identifier: Apache-2.0
// A function whose body is here frees the datatype and makes another one: seen by the variable that holds it.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype *);
static MPI_Datatype type = MPI_DOUBLE;
__attribute__((noinline)) static void renew(int length) {
  MPI_Type_free(&type);
  MPI_Type_contiguous(length, MPI_DOUBLE, &type);
}
void steps(double *sent, double *received, const int *places, int n) {
  int counts[2] = {n, 2 * n};
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'renew' may change a variable
    MPI_Alltoallv(sent, counts, places, type, received, counts, places, type, MPI_COMM_WORLD);
    renew(i);
  }
}
