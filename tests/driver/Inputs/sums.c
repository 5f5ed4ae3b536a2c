// SPDX-License-Identifier: Apache-2.0
// Nests of loops behind exchanges that store and add up at once. All bits of all sums are printed: another order of
// adding, or another rounding, shows. Some are called with arrays that overlap.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Keeps each function separate from its callers.
#define SEPARATE static __attribute__((noinline))
enum { n = 400, planes = 24, row = n + 2, halo = 8, steps = 12 };

static double a[(planes + 2) * row], b[(planes + 2) * row], weights[(planes + 2) * row];
static float single_a[row], single_b[row];
static int begin[n + 1], columns[n * 5];
static double values[n * 5], x[n + halo], y[n];
static unsigned long bits = 1469598103934665603u;
static int left, right;

static void mix(const void *what, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) bits = (bits ^ ((const unsigned char *)what)[i]) * 1099511628211u;
}

static void exchange(double *u) {
  MPI_Request requests[4];
  MPI_Irecv(u, row, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (planes + 1) * row, row, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(u + row, row, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(u + planes * row, row, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// The product of the stored values and of another array; the row's own part is added first.
SEPARATE double product(double *u, double *v, const double *w) {
  double sum = 0;
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) {
      v[i * row + j] = (u[(i - 1) * row + j] + u[(i + 1) * row + j] + u[i * row + j - 1] + u[i * row + j + 1]) * 0.2499;
      sum += v[i * row + j] * w[i * row + j];
    }
  return sum;
}

struct extremes {
  double least, most;
  int place;
  long count;
  unsigned hash;
};

// Several results that are no sums, under a condition.
SEPARATE struct extremes find(double *u, double *v) {
  struct extremes all = {1e300, -1e300, -1, 0, 1};
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) {
      const double value = u[(i - 1) * row + j] - u[(i + 1) * row + j];
      v[i * row + j] = value;
      if (value < all.least) all.least = value, all.place = i * row + j;
      all.most = value > all.most ? value : all.most;
      if ((i + j) % 3 == 0) all.count += value > 0;
      all.hash = all.hash * 31 + (unsigned)(1e6 * value * value);
    }
  return all;
}

// Adds up the old values as well, which the nest overwrites.
SEPARATE double residual(double *u, double *v) {
  double sum = 0;
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) {
      const double before = v[i * row + j];
      v[i * row + j] = (u[(i - 1) * row + j] + u[(i + 1) * row + j]) / 2;
      sum += (v[i * row + j] - before) * (v[i * row + j] - before);
    }
  return sum;
}

// The last sum counts for each cell: `stride` may be 0.
SEPARATE double same_place(double *u, double *v, long stride) {
  double sum = 0;
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) {
      v[i * row + j * stride] = u[(i - 1) * row + j] / 3;
      sum += v[i * row + j * stride];
    }
  return sum;
}

SEPARATE float singles(float *u, float *v, int count) {
  float sum = 0;
  MPI_Sendrecv(u + 1, 1, MPI_FLOAT, left, 2, u + count + 1, 1, MPI_FLOAT, right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= count; i++) {
    v[i] = u[i + 1] * 1.7f - 1;
    sum = sum * 0.99f + v[i];
  }
  return sum;
}

// A sparse matrix times a vector, and the product of both.
SEPARATE double multiply(const int *from, const int *column, const double *value, double *in, double *out) {
  double sum = 0;
  MPI_Sendrecv(in, halo, MPI_DOUBLE, left, 3, in + n, halo, MPI_DOUBLE, right, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) {
    double one = 0;
    for (int j = from[i]; j < from[i + 1]; j++) one += value[j] * in[column[j]];
    out[i] = one;
    sum += one * in[i];
  }
  return sum;
}

static void fill(void) {
  for (int i = 0; i < (planes + 2) * row; i++) {
    a[i] = (double)(i * 7919 % 1013) / 1013 + left;
    b[i] = (double)(i * 104729 % 997) / 991;
    weights[i] = (double)(i * 31 % 89) / 83 - 0.4;
  }
  for (int i = 0; i < row; i++) single_a[i] = (float)(i * 17 % 101) / 97, single_b[i] = 0;
  for (int i = 0; i < n; i++) {
    begin[i] = 5 * i;
    x[i] = (double)(i * 37 % 113) / 109;
    for (int k = 0; k < 5; k++) {
      columns[5 * i + k] = i > n - 20 && k == 4 ? n + i % halo : (i * 13 + k * 29) % n;
      values[5 * i + k] = (double)(i + k) / 1009 - 0.2;
    }
  }
  begin[n] = 5 * n;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size, right = (rank + 1) % size;
  alarm(300);
  fill();
  // The compiler does not know the values of these pointers.
  double *volatile first = a, *volatile second = b, *volatile third = weights;
  double sums[8] = {0};
  for (int step = 0; step < steps; step++) {
    sums[0] = product(first, second, third);
    sums[1] = product(second, first, first);  // w is what is written
    sums[2] = product(first, first + 3, third);
    const struct extremes all = find(second, first);
    sums[3] = residual(first, second);
    sums[4] = same_place(second, first, step % 3 == 0 ? 0 : 1);
    sums[5] = singles(single_a, single_b, n);
    sums[6] = multiply(begin, columns, values, x, y);
    sums[7] = multiply(begin, columns, values, x, x);  // rows read what rows write
    mix(sums, sizeof sums);
    mix(&all.least, sizeof all.least), mix(&all.most, sizeof all.most), mix(&all.place, sizeof all.place);
    mix(&all.count, sizeof all.count), mix(&all.hash, sizeof all.hash);
    mix(a, sizeof a), mix(b, sizeof b), mix(single_b, sizeof single_b), mix(y, sizeof y);
    fill();
  }
  for (int i = 0; i < size; i++) {
    if (i == rank) printf("rank %d of %d: %016lx, %a %a\n", rank, size, bits, sums[0], sums[6]), fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
