// SPDX-License-Identifier: Apache-2.0
// The number may be a macro.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
#define NDIM 3
#pragma bamboo dimension NDIM
int x;
