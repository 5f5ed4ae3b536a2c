// SPDX-License-Identifier: Apache-2.0
// The name behind a warning makes it an error, in the compilers' form of the option.
// RUN: not %translate --check -Werror=bamboo-collective-in-send-block %s -- %flags 2>&1 | FileCheck %s
// RUN: not %translate --check %s -- %flags -Werror=bamboo-collective-in-send-block 2>&1 | FileCheck %s
// RUN: %translate --check -Werror=bamboo-collective-in-send-block -Wno-error=bamboo-collective-in-send-block %s -- %flags 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %translate --check -Wno-bamboo-collective-in-send-block -Wno-error=bamboo-collective-in-send-block %s -- %flags 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
#include <mpi.h>
void f(double *a) {
#pragma bamboo olap
  {
#pragma bamboo send
    {
      MPI_Send(a, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      // CHECK: :[[@LINE+1]]:7: error: 'MPI_Barrier' may wait for other ranks inside of a send block [-Werror,-Wbamboo-collective-in-send-block]
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}
// WARNING: warning: {{.*}} [-Wbamboo-collective-in-send-block]
// OFF-NOT: collective-in-send-block
