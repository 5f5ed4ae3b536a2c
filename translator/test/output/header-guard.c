// SPDX-License-Identifier: Apache-2.0
// A header keeps its guard.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
// RUN: %clang %t.out.c
// RUN: FileCheck %s < %t.out.c
#include "halo_guard.h"
#include "halo_guard.h"
void f(double *s) { halo(s, 1); }
// CHECK: {{^}}#ifndef HALO_GUARD_H
// CHECK: BAMBOO_SEND(&
// CHECK: {{^}}#include "halo_guard.h"
