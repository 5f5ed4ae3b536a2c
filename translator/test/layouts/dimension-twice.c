// SPDX-License-Identifier: Apache-2.0
// A second dimension is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
#pragma bamboo dimension 2
// CHECK: error: 'dimension 2' occurs here a second time [bamboo:dimension-twice]
// CHECK: note: the other one is here
