// SPDX-License-Identifier: Apache-2.0
// Old C about which gcc 12 only warns is no error of the translator.
// RUN: %translate --check %s -- %flags -std=gnu89 2>&1 | %python -c "import sys; sys.exit(len(sys.stdin.read()))"
// RUN: %translate --check %s -- %flags
#include <mpi.h>
typedef void (*callback)(int *);
static void real(double *x) { *x = 1; }
static callback table = real;
static void nothing(void) {}
static int late(void) { return; }
main(argc, argv) int argc; char **argv;
{
  double s, r;
  int *wrong = &s;
  int number = wrong;
  MPI_Init(&argc, &argv);
  undeclared(number);
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(&s, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(&r, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return 0;
}
