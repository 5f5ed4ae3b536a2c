// SPDX-License-Identifier: Apache-2.0
// dimension without its number is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension
// CHECK: error: 'dimension' needs a whole number from 1 to 8 [bamboo:dimension-number]
