// SPDX-License-Identifier: Apache-2.0
// Ordinary errors are printed once.
// RUN: not %translate %s -- %flags 2>&1 | FileCheck %s
int x = y;
// CHECK: error: use of undeclared identifier 'y'
// CHECK-NOT: error: use of
