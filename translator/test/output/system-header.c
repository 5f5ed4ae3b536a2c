// SPDX-License-Identifier: Apache-2.0
// A header with directives that -isystem finds is translated like any other.
// RUN: %translate %s -o %t.out.c -- %flags -isystem %S/../Inputs/system
// RUN: %gcc %t.out.c
// RUN: %clang %t.out.c
// RUN: FileCheck %s < %t.out.c
#include <halo_system.h>
void f(double *restrict s, double *restrict r) { halo(s, r, 1); }
// CHECK: BAMBOO_SEND(&{{.*}} MPI_Send(s, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); }
// CHECK: BAMBOO_RECEIVE(&
// CHECK-NEXT: MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
