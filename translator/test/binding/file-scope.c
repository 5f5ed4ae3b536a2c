// SPDX-License-Identifier: Apache-2.0
// Outside of functions there are no statements.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboo olap
int x;
// CHECK: error: 'olap' precedes a declaration [bamboo:directive-on-declaration]
