// SPDX-License-Identifier: Apache-2.0
// Without directives the output is the input, byte by byte.
// RUN: %translate %s -o %t -- %flags
// RUN: cmp %s %t
#include <mpi.h>
#pragma omp parallel
int x;  	
