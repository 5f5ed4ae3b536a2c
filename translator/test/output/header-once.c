// SPDX-License-Identifier: Apache-2.0
// A header with #pragma once is inlined once.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
// RUN: %clang %t.out.c
// RUN: FileCheck %s < %t.out.c
#include "halo_once.h"
#include "halo_user.h"
void f(double *s) { halo(s, 1); }
// CHECK: {{^}}/* #include "halo_once.h" */
// CHECK: {{^}}#line 1 "{{.*}}halo_once.h"
// CHECK: {{^}}/* #pragma once */
// CHECK: {{^}}#include "{{/.*}}halo_types.h"
// CHECK: BAMBOO_SEND(&
// CHECK: {{^}}/* #include "halo_user.h" */
// CHECK: {{^}}/* #include "halo_once.h" */
// CHECK-NOT: {{[{]}} static const bamboo_block
