// SPDX-License-Identifier: Apache-2.0
// dimension 0 is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 0
// CHECK: [bamboo:dimension-number]
