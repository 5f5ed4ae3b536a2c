// SPDX-License-Identifier: Apache-2.0
// dimension 9 is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 9
// CHECK: [bamboo:dimension-number]
