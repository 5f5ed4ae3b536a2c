// SPDX-License-Identifier: Apache-2.0
// Rows that are copied piece by piece: each piece is as large as reported, which follows from the iterations of the loop,
// which is not known of the core; but none can be larger.
// RUN: %split_c %s -O1 | FileCheck %s
#include <mpi.h>

double sweep(unsigned n, unsigned m, int left) {
  double x = 0;
  {
    const int size[3] = {(int)(n - n) + 9, (int)(n - n) + 6};
    static double in[2][11];
    static double mesh_u[104], mesh_v[104];
    for (int i = 0; i < 104; i++) {
      mesh_u[i] = (double)((unsigned)i * n & 1023u);
      mesh_v[i] = (double)i;
    }
    double *u = mesh_u, *v = mesh_v;
    for (int round = 0; round < 2; round++) {
      for (int s = 0; s < 2; s++) {
        MPI_Recv(in[s], 11, MPI_DOUBLE, left + s, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        {
          int at = 0;
          for (int i = 0; i < 11; i++) {
            u[i * 8 + (s * 7) * 1] = in[s][at];
            at++;
          }
        }
      }
      for (int i = 1; i <= 9; i += 2)
        for (int jj = 1; jj <= size[1]; jj += 3)
          for (int j = jj; j < jj + 3 && j <= size[1]; j++) {
            v[i * 8 + j * 1 + 0] = (u[i * 8 + j * 1 + 1]) * 1.0;
          }
    }
    for (int i = 0; i < 104; i++)
      x = x * 31u + (unsigned)(64.0 * mesh_u[i]) + 7u * (unsigned)(64.0 * mesh_v[i]);
  }
  if (m > 0) x += sweep(n, m - 1u, left);
  return x;
}
// CHECK: @bamboo.nest.sweep = {{.*}} [3 x i64] [i64 1, i64 0, i64 0], [6 x i64] [i64 2,
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{.*}}, ptr {{.*}}@bamboo.nest.sweep, i64 5, i64 2, i64 24, i64
// CHECK: call i32 @bamboo_split_core
