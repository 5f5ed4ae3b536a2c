// SPDX-License-Identifier: Apache-2.0
// Values of the computation that the exchange and the code behind the loop need come from the first computation or
// from that of the loop.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
// RUN: %split_c %s | FileCheck --check-prefix=IR %s
#include <mpi.h>

double smooth(double *u, double *v, int n, int steps, int left) {
  double scale = 1, edge = 0;
  int it = 0;
  // CHECK-DAG: values-used-behind.c:[[@LINE+1]]:3: remark: the loop was rotated
  for (; it < steps; ++it) {
    // CHECK-DAG: values-used-behind.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] = scale * (u[i - 1] + u[i + 1]);
    scale = scale * 0.5 + 1;
    edge = v[n] * scale;
    double *w = u;
    u = v;
    v = w;
    MPI_Recv(&u[n + 1], 1, MPI_DOUBLE, left, (int)scale, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return scale + edge + u[0] + it;
}
// IR-LABEL: @smooth(
// IR: %[[SCALE:.*]] = phi double [ {{.*}}, {{.*}} ], [ 1.000000e+00, {{.*}} ]
// IR: %[[NEXT:.*]] = {{.*}} double @llvm.fmuladd.f64(double %[[SCALE]],
// IR: %[[TAG:.*]] = fptosi double %[[NEXT]] to i32
// IR: call i32 @MPI_Irecv({{.*}} i32 %[[TAG]],
