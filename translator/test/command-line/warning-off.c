// SPDX-License-Identifier: Apache-2.0
// A warning is switched off by its name, before and behind `--`; the last option about it counts.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
// RUN: %translate --check -Wno-bamboo-collective-in-send-block %s -- %flags 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %translate --check %s -- %flags -Wno-bamboo-collective-in-send-block 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %translate --check -Wno-bamboo-collective-in-send-block -Wbamboo-collective-in-send-block %s -- %flags 2>&1 | FileCheck %s
// RUN: %translate --check -Wno-bamboo-receive-outside-block %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *a) {
#pragma bamboo olap
  {
#pragma bamboo send
    {
      MPI_Send(a, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      // CHECK: :[[@LINE+1]]:7: warning: 'MPI_Barrier' may wait for other ranks inside of a send block [-Wbamboo-collective-in-send-block]
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}
// OFF-NOT: collective-in-send-block
