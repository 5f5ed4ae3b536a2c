// SPDX-License-Identifier: Apache-2.0
// What is unpacked may decide whether the unknown function is called, and the condition is changed in between.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void unknown(void);
static double u[1002], v[1002];
static int verbose;

void unpacked(int n, int left, double ghost) {
  MPI_Recv(&ghost, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  u[0] = ghost;
  if (u[n] > 0) unknown();
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}

void changed(int n, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  verbose = (int)u[0];
  if (verbose) unknown();
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
double result(int i) { return v[i]; }
// CHECK-NOT: bamboo_split
