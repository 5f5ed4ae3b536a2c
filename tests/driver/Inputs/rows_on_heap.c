// SPDX-License-Identifier: Apache-2.0
// Products with a sparse matrix whose rows are allocated one by one, among data that is written between the products. Each
// exchange allocates its requests anew, at another place. Indices change now and then. All bits of all results are summed up.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { rows = 2000, halo = 40, most = 27, steps = 40, others = 60, places = 5 };

struct matrix {
  char *counts;
  int **columns;
  double **values;
  int neighbours[2];
};

static void exchange(const struct matrix *a, double *x) {
  MPI_Request *requests = malloc(2 * sizeof *requests);
  for (int i = 0; i < 2; i++)
    MPI_Irecv(x + rows + i * halo, halo, MPI_DOUBLE, a->neighbours[i], i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < 2; i++)
    MPI_Send(i == 0 ? x + rows - halo : x, halo, MPI_DOUBLE, a->neighbours[1 - i], i, MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++)
    if (MPI_Wait(&requests[i], MPI_STATUS_IGNORE)) exit(1);
  free(requests);
}

__attribute__((noinline)) static void multiply(const struct matrix *a, double *x, double *y) {
  exchange(a, x);
  const double *const in = x;
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    const double *const values = a->values[i];
    const int *const columns = a->columns[i];
    const int count = a->counts[i];
    for (int j = 0; j < count; j++) sum += values[j] * in[columns[j]];
    y[i] = sum;
  }
}

// The first rows lie among the other data.
static void make(struct matrix *a, int **other) {
  a->counts = malloc(rows);
  a->columns = malloc(rows * sizeof *a->columns);
  a->values = malloc(rows * sizeof *a->values);
  for (int i = 0; i < rows; i++) {
    a->columns[i] = malloc(most * sizeof(int));
    if (i < others) other[i] = malloc(2000);
  }
  for (int i = 0; i < rows; i++) {
    a->values[i] = malloc(most * sizeof(double));
    a->counts[i] = (char)(i % 19 == 5 ? 0 : 8 + i % 20);
    for (int j = 0; j < a->counts[i]; j++) {
      a->columns[i][j] = (i * 31 + j * 7) % rows;
      a->values[i][j] = (i % 13 - j) / 64.0;
    }
    if (i % 64 == 63 && a->counts[i] > 0) a->columns[i][3] = rows + i % (2 * halo);
  }
}

static void print(int step, const double *y) {
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < rows * sizeof *y; i++) sum = (sum ^ ((const unsigned char *)y)[i]) * 1099511628211u;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sum ^= (uint64_t)rank * 7919;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d %016llx\n", step, (unsigned long long)all);
}

int main(int argc, char **argv) {
  int size, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct matrix a = {.neighbours = {(rank + size - 1) % size, (rank + 1) % size}};
  int *other[others];
  make(&a, other);
  double *x = malloc((rows + 2 * halo) * sizeof *x), *y = malloc(rows * sizeof *y);
  void *kept[places] = {0};
  for (int i = 0; i < rows; i++) x[i] = (i * 37 % 101 + rank) / 16.0;
  for (int step = 0; step < steps; step++) {
    if (rank == 0) usleep(500);  // others wait for its messages
    memset(x + rows, 0, 2 * halo * sizeof *x);
    free(kept[step % places]);
    kept[step % places] = malloc(2 * sizeof(MPI_Request));
    for (int i = 0; i < others; i++) memset(other[i], step, 2000);
    if (step % 10 == 7) a.columns[70 + step][0] = rows + step;    // a row that needs the halo from now on
    if (step % 10 == 9) a.columns[step][0] = rows + halo + step;  // one among the other data
    multiply(&a, x, y);
    print(step, y);
    for (int i = 0; i < rows; i++) x[i] = y[i] / 8 + i % 7;
  }
  MPI_Finalize();
}
