// SPDX-License-Identifier: Apache-2.0
// Two different dimensions are refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
#pragma bamboo dimension 3
// CHECK: error: 'dimension 3' contradicts 'dimension 2' [bamboo:dimension-differs]
