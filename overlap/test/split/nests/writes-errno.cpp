// SPDX-License-Identifier: Apache-2.0
// pow may write errno, and no other object of the program: bounds and addresses that are variables,
// or members, stay the same in the nest.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

extern "C" double pow(double, double);

int nx, nz;
double* weight;

void sweep(double* u, double* v, double* ghost, int rows, int left) {
  MPI_Recv(ghost, rows, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < rows; ++k) u[k * (nx + 1)] = ghost[k];
  // REMARK: writes-errno.cpp:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int k = 0; k < nz; ++k)
    for (int i = 0; i < nx; ++i) v[k * nx + i] = weight[k] * pow(u[k * (nx + 1) + i], 1.4);
}
// CHECK-LABEL: define {{.*}}@_Z5sweep
// CHECK: call ptr @bamboo_split_begin(
// The core and the rest.
// CHECK: double @pow(
// CHECK: double @pow(

struct Grid {
  int nx, nz;
  double* weight;
};

void member(const Grid& grid, double* u, double* v, double* ghost, int rows, int left) {
  MPI_Recv(ghost, rows, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < rows; ++k) u[k * (grid.nx + 1)] = ghost[k];
  // REMARK: writes-errno.cpp:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int k = 0; k < grid.nz; ++k)
    for (int i = 0; i < grid.nx; ++i)
      v[k * grid.nx + i] = grid.weight[k] * pow(u[k * (grid.nx + 1) + i], 1.4);
}
// CHECK-LABEL: define {{.*}}@_Z6member
// CHECK: call ptr @bamboo_split_begin(
