// SPDX-License-Identifier: Apache-2.0
// A send block moves to the very beginning of an included file.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
#include "../Inputs/exchange_body.inc"
  }
}
