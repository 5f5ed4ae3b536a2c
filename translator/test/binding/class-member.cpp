// SPDX-License-Identifier: Apache-2.0
// A directive before a member of a class is refused.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
struct S {
#pragma bamboo olap
  int x;
};
// CHECK: error: 'olap' precedes a declaration
