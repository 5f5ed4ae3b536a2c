// SPDX-License-Identifier: Apache-2.0
// Arrays that the program finds through tables of pointers. `sweep` has rows of its own, `shared` has rows that share
// memory, `in_place` writes the array that it reads, `planes` has two tables, `listed` writes through a list that an
// exchange does not change, and `sent` writes what is being sent. `staged` and `plate` exchange one row after the other.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 600, kColumns = 2000, kRounds = 6 };
static int rank, left, right;
static double **u, **v, **shared_rows, ***u3, ***v3, *changes;
static int *list;

static double **rows_of(double *cells, int shared) {
  double **rows = malloc((kRows + 2) * sizeof *rows);
  for (int i = 0; i < kRows + 2; i++) {
    const int inner = i > 0 && i <= kRows;
    rows[i] = cells + (size_t)(shared && inner ? 1 + i % 50 : i) * kColumns;
  }
  return rows;
}

static double *cells(void) { return malloc((kRows + 2) * sizeof(double) * kColumns); }

static void exchange(double **rows) {
  MPI_Request requests[4];
  MPI_Irecv(rows[0], kColumns, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(rows[kRows + 1], kColumns, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(rows[1], kColumns, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(rows[kRows], kColumns, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void __attribute__((noinline)) sweep(int n) {
  exchange(u);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

static void __attribute__((noinline)) shared(int n) {
  exchange(u);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) shared_rows[i][j] = 0.5 * shared_rows[i][j] + u[i - 1][j];
}

static void __attribute__((noinline)) in_place(int n) {
  exchange(u);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

static void __attribute__((noinline)) planes(int n) {
  exchange(u);
  for (int k = 1; k <= n; k++)
    for (int i = 0; i < 2; i++)
      for (int j = 1; j < kColumns - 1; j++) v3[k][i][j] = u3[k - 1][i][j] + u3[k][i][j + 1];
}

static void __attribute__((noinline)) listed(int n) {
  exchange(u);
  for (int i = 1; i <= n; i++)
    for (int j = 0; j < 99; j++) v[0][list[i] + j] += 0.5 * u[i - 1][j];
}

static void __attribute__((noinline)) sent(int n) {
  exchange(u);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) u[i][j] = 0.25 * v[i][j] + 1;
}

/// The second exchange is sent when the first one is complete.
static void exchange_in_stages(void) {
  MPI_Sendrecv(u[1], kColumns, MPI_DOUBLE, left, 0, u[kRows + 1], kColumns, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(u[kRows], kColumns, MPI_DOUBLE, right, 1, u[0], kColumns, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void __attribute__((noinline)) staged(int n) {
  exchange_in_stages();
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

/// A value is loaded behind the loops.
static void __attribute__((noinline)) plate(int n) {
  exchange_in_stages();
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < kColumns - 1; j++) {
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      changes[i * kColumns + j] = v[i][j] - u[i][j];
    }
  v[0][0] = n > 0 ? changes[kColumns + 1] : 0;
}

static double ***planes_of(double **rows) {
  double ***all = malloc((kRows + 2) * sizeof *all);
  for (int k = 0; k < kRows + 2; k++) all[k] = rows + (k <= kRows ? k : kRows);
  return all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  double *of_u = cells(), *of_v = cells();
  u = rows_of(of_u, 0);
  v = rows_of(of_v, 0);
  changes = cells();
  shared_rows = rows_of(of_v, 1);
  u3 = planes_of(u);
  v3 = planes_of(v);
  list = malloc((kRows + 2) * sizeof *list);
  for (int i = 0; i < kRows + 2; i++) list[i] = i * 37 % 500;
  void (*const forms[])(int) = {sweep, shared, in_place, planes, listed, sent, staged, plate};
  for (int form = 0; form < 8; form++)
    for (int round = 0; round < kRounds; round++) {
      for (int i = 0; i < (kRows + 2) * kColumns; i++) of_u[i] = i * (rank + 3 + round) % 1009, of_v[i] = i % 13;
      forms[form](kRows - argc);
      double sum = 0, all;
      for (int i = 0; i < (kRows + 2) * kColumns; i++) sum += (of_u[i] + 3 * of_v[i]) * (i % 101 + 1);
      MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      if (rank == 0) printf("%d %d: %a\n", form, round, all);
    }
  MPI_Finalize();
}
