// SPDX-License-Identifier: Apache-2.0
// Inside of a class.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct S {
#pragma bamboo olap
  int x;
};
// CHECK: error: 'olap' precedes a declaration
