// SPDX-License-Identifier: Apache-2.0
// Rows that read through indices of indices, whose way depends on indices, or that divide by one. The indices are
// known in front of the exchange, but for those of `received`, which come with it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 20000, kHalo = 4000, kSize = kRows + 2 * kHalo, kRounds = 6 };
static int rank, left, right;
static double x[kSize], y[kRows];
static int begin[kRows + 1], column[4 * kRows], place[kSize], order[kRows], next[kSize], period[kSize], from[kRows];

static void exchange(void) {
  MPI_Request requests[4];
  MPI_Irecv(x + kRows, kHalo, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(x + kRows + kHalo, kHalo, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(x, kHalo, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(x + kRows - kHalo, kHalo, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void __attribute__((noinline)) placed(int n) {
  exchange();
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; j++) sum += 0.25 * x[place[column[j]]];
    y[i] = sum;
  }
}

static void __attribute__((noinline)) ordered(int n) {
  exchange();
  for (int i = 0; i < n; i++) {
    double sum = 0;
    const int row = order[i];
    for (int j = begin[row]; j < begin[row + 1]; j++)
      if (place[column[j]] % 3 != 0) sum += 0.5 * x[column[j]];
    y[i] = sum;
  }
}

static void __attribute__((noinline)) listed(int n) {
  exchange();
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int at = i, c = 0; at >= 0 && c < 8; at = next[at], c++) sum += 0.125 * x[at];
    y[i] = sum;
  }
}

static void __attribute__((noinline)) divided(int n) {
  exchange();
  for (int i = 0; i < n; i++) y[i] = 0.5 * x[(3 * i) % period[place[i]]];
}

// The indices of the last rows are received. Until then they are what `fill` leaves there.
static void __attribute__((noinline)) received(int n) {
  MPI_Sendrecv(place, kHalo, MPI_INT, left, 2, place + kRows + kHalo, kHalo, MPI_INT, right, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) y[i] = x[period[place[from[i]]] - kRows];
}

static void fill(int round) {
  for (int i = 0; i < kSize; i++) {
    x[i] = i * (rank + 3 + round) % 1009;
    place[i] = i % 7 == 0 && i > kRows / 2 ? kRows + i % (2 * kHalo) : i * 13 % kRows;
    next[i] = i % 11 == 0 ? -1 : (i * 5 + 1) % kSize;
    period[i] = kRows + i % kHalo;
  }
  for (int i = 0; i < kHalo; i++) place[kRows + kHalo + i] = 2000000000 - i;
  for (int i = 0; i < 4 * kRows; i++) column[i] = i % 9 == 0 ? kRows + i % kHalo : i * 31 % kRows;
  for (int i = 0; i <= kRows; i++) begin[i] = i * 3 + i % 2;
  for (int i = 0; i < kRows; i++) order[i] = i * 17 % kRows, from[i] = i < 15000 ? i : kRows + kHalo + i % kHalo;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  void (*const forms[])(int) = {placed, ordered, listed, divided, received};
  for (int form = 0; form < 5; form++)
    for (int round = 0; round < kRounds; round++) {
      fill(form == 0 ? 0 : round);
      // Only `received` may leave indices where they are.
      if (form < 4)
        for (int i = 0; i < kHalo; i++) place[kRows + kHalo + i] = i;
      forms[form](kRows - argc);
      double sum = 0, all;
      for (int i = 0; i < kRows; i++) sum += y[i] * (i % 101 + 1);
      MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      if (rank == 0) printf("%d %d: %a\n", form, round, all);
    }
  MPI_Finalize();
}
