// SPDX-License-Identifier: Apache-2.0
// Sparse matrices times vectors behind the exchange of halo elements, which follow the local ones: compressed rows, an
// array of pointers to rows, and rows that read what rows have written. All bits of all results are summed up.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { rows = 3000, halo = 40, most = 9, steps = 12 };

static int begin[rows + 1], columns[rows * most];
static int64_t wide_begin[rows + 1], wide_columns[rows * most];
static double values[rows * most], x[rows + 2 * halo], y[rows];
static float narrow_values[rows * most], narrow_x[rows + 2 * halo], narrow_y[rows];
static int *row_columns[rows];
static double *row_values[rows];
static char row_counts[rows];
static int lengths[rows], places[rows], others[rows];
// The compiler does not know the values of these pointers.
static int *volatile length_of = lengths, *volatile place_of = places, *volatile other_of = others;
static int left, right;

static uint64_t random_number(void) {
  static uint64_t state = 88172645463325252;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state >> 11;
}

// Form 0: the rows at the ends read halo elements; 1: none; 2: all; 3: some. A few rows are empty.
static void make_matrix(int form) {
  int count = 0;
  for (int i = 0; i < rows; i++) {
    begin[i] = count, wide_begin[i] = count;
    row_columns[i] = columns + count, row_values[i] = values + count;
    const int length = i % 17 == 3 ? 0 : 1 + (int)(random_number() % most);
    const int reads_halo = form == 0   ? i < 60 || i >= rows - 60
                           : form == 1 ? 0
                           : form == 2 ? 1
                                       : random_number() % 5 == 0;
    for (int k = 0; k < length; k++, count++) {
      const uint64_t some = random_number();
      columns[count] = reads_halo && k == length - 1 ? rows + (int)(some % (2 * halo)) : (int)(some % rows);
      wide_columns[count] = columns[count];
      values[count] = (double)(some % 1000) / 977 - 0.5;
      narrow_values[count] = (float)values[count];
    }
    row_counts[i] = (char)length;
  }
  begin[rows] = count, wide_begin[rows] = count;
}

static void multiply_csr(int n, const int *from, const int *column, const double *value, double *in, double *out) {
  MPI_Request requests[4];
  MPI_Irecv(in + n, halo, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + n + halo, halo, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(in, halo, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(in + n - halo, halo, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = from[i]; j < from[i + 1]; j++) sum += value[j] * in[column[j]];
    out[i] = sum;
  }
}

static void multiply_wide(int64_t n, const int64_t *from, const int64_t *column, const float *value, float *in,
                          float *out) {
  MPI_Sendrecv(in + n - halo, halo, MPI_FLOAT, right, 2, in + n, halo, MPI_FLOAT, left, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(in, halo, MPI_FLOAT, left, 3, in + n + halo, halo, MPI_FLOAT, right, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int64_t i = 0; i < n; i++) {
    float sum = out[i] / 2;
    for (int64_t j = from[i]; j < from[i + 1]; j++) sum += value[j] * in[column[j]];
    out[i] = sum;
  }
}

static void multiply_pointers(int n, double *const *value, int *const *column, const char *counts, double *in,
                              double *out) {
  MPI_Request requests[4];
  MPI_Irecv(in + n, halo, MPI_DOUBLE, left, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + n + halo, halo, MPI_DOUBLE, right, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(in, halo, MPI_DOUBLE, left, 5, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(in + n - halo, halo, MPI_DOUBLE, right, 4, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    const double *const own = value[i];
    const int *const at = column[i];
    const int count = counts[i];
    for (int j = 0; j < count; j++) sum += own[j] * in[at[j]];
    out[i] = sum;
  }
}

// A row's own results decide which elements it reads.
static void multiply_lengths(int n, const int *from, const int *to, int *length, int *other, const int *column,
                             double *in, double *out) {
  MPI_Sendrecv(in + n - halo, halo, MPI_DOUBLE, right, 6, in + n, halo, MPI_DOUBLE, left, 6, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(in, halo, MPI_DOUBLE, left, 7, in + n + halo, halo, MPI_DOUBLE, right, 7, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    length[i] = to[i] - from[i];
    other[i] = i;
    for (int j = 0; j < length[i]; j++) sum += in[column[from[i] + j]];
    out[i] = sum;
  }
}

static void gather(int n, const int *from, int *place, int *other, double *in, double *out) {
  MPI_Sendrecv(in + n - halo, halo, MPI_DOUBLE, right, 8, in + n, halo, MPI_DOUBLE, left, 8, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(in, halo, MPI_DOUBLE, left, 9, in + n + halo, halo, MPI_DOUBLE, right, 9, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) {
    place[i] = from[i];
    other[i] = i;
    out[i] = in[place[i]];
  }
}

// Clears the halo, so that a row that reads it too early gets other values.
static void forget_halo(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) usleep(500);  // others wait for its messages
  memset(x + rows, 0, 2 * halo * sizeof *x);
  memset(narrow_x + rows, 0, 2 * halo * sizeof *narrow_x);
}

// Prints a sum over the bits of the data of all ranks.
static void print(const char *what, int form, int step, const void *data, size_t bytes) {
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < bytes; i++) sum = (sum ^ ((const unsigned char *)data)[i]) * 1099511628211u;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sum ^= (uint64_t)rank * 7919;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %d %d %016llx\n", what, form, step, (unsigned long long)all);
}

int main(int argc, char **argv) {
  int size, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int form = 0; form < 4; form++) {
    make_matrix(form);
    for (int i = 0; i < rows; i++) x[i] = narrow_x[i] = (float)(i * 37 % 101 + rank) / 16;
    for (int step = 0; step < steps; step++) {
      forget_halo();
      multiply_csr(rows, begin, columns, values, x, y);
      print("csr", form, step, y, sizeof y);
      forget_halo();
      multiply_wide(rows, wide_begin, wide_columns, narrow_values, narrow_x, narrow_y);
      print("wide", form, step, narrow_y, sizeof narrow_y);
      forget_halo();
      multiply_pointers(rows, row_values, row_columns, row_counts, x, y);
      print("pointers", form, step, y, sizeof y);
      forget_halo();
      memset(lengths, 0, sizeof lengths), memset(places, 0, sizeof places);
      multiply_lengths(rows, begin, begin + 1, length_of, other_of, columns, x, y);
      print("lengths", form, step, y, sizeof y);
      forget_halo();
      gather(rows, columns, place_of, other_of, x, y);
      print("gather", form, step, y, sizeof y);
      for (int i = 0; i < rows; i++) x[i] = y[i] / 8, narrow_x[i] = narrow_y[i] / 8;
    }
    // Each row reads results of earlier rows, so their order matters.
    multiply_csr(rows, begin, columns, values, x, x);
    multiply_pointers(rows, row_values, row_columns, row_counts, x, x);
    print("in place", form, 0, x, sizeof x);
  }
  MPI_Finalize();
}
