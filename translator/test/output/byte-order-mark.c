// SPDX-License-Identifier: Apache-2.0
// A byte order mark, in the file or in a header, stays at the beginning of the output.
// RUN: %python -c "import sys; open(sys.argv[2], 'w', encoding='utf-8-sig').write(open(sys.argv[1], encoding='utf-8').read())" %s %t.c
// RUN: %python -c "import sys; open(sys.argv[2], 'w', encoding='utf-8-sig').write(open(sys.argv[1], encoding='utf-8').read())" %S/../Inputs/system/halo_system.h %t.h
// RUN: %translate %t.c -o %t.out.c -- %flags -DHALO='"%basename_t.tmp.h"'
// RUN: %gcc -DHALO='"%basename_t.tmp.h"' %t.out.c
// RUN: %clang -DHALO='"%basename_t.tmp.h"' %t.out.c
#include HALO
void f(double *restrict s, double *restrict r) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  halo(s, r, 1);
}
