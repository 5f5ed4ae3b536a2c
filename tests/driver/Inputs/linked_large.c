/* SPDX-License-Identifier: Apache-2.0 */
/* Three files by -D: OWN has an exchange and its sweep, which the pass splits in that file alone; OTHER has a sweep whose
 * exchange is in linked_halo.c; else a main that calls both and is too large for the pass, but with SMALL. */
#include <mpi.h>
#include <stdio.h>

#include "linked_halo.h"

void steps_alone(double u[ROWS][COLUMNS], double v[ROWS][COLUMNS]);
void steps_linked(double u[ROWS][COLUMNS], double v[ROWS][COLUMNS]);

#if defined OWN || defined OTHER
#ifdef OWN
#define exchange exchange_here
#include "linked_halo.c"
#define STEPS void steps_alone
#else
#define STEPS __attribute__((noinline)) void steps_linked
#endif

static void sweep(double to[ROWS][COLUMNS], double from[ROWS][COLUMNS]) {
  exchange(from);
  for (int i = 1; i < ROWS - 1; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

STEPS(double u[ROWS][COLUMNS], double v[ROWS][COLUMNS]) {
  exchange(v);
  for (int step = 0; step < 10; step++) {
    sweep(v, u);
    double(*swapped)[COLUMNS] = u;
    u = v;
    v = swapped;
  }
}
#else
static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];
static volatile int place;

#define TEN(code) code code code code code code code code code code

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifndef SMALL
  TEN(TEN(TEN(TEN(place += argc; place ^= rank;))))
#endif
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) u[i][j] = v[i][j] = (i * 7 + j * (rank + 3)) % 11;
  steps_linked(u, v);
  steps_alone(u, v);
  double own = 0, all;
  for (int i = 0; i < ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++) own += u[i][j];
  MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %.17g\n", all);
  MPI_Finalize();
  return 0;
}
#endif
