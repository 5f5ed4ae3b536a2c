/* SPDX-License-Identifier: Apache-2.0 */
/* Listing 1.1 of the code-motion paper (C3PO 2020): an all-to-all, a product of matrices, a use of the send buffer,
 * another product.
 *
 *   motivating_example BYTES ITERATIONS ROWS [--nocomm]     bytes to each process, rows of the matrices */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double* new_matrix(int n) {
  double* m = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; ++i) m[i] = i % 5;
  return m;
}

__attribute__((noinline)) static void matrix_multiply(const double* a, const double* b, double* res, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      res[i * n + j] = sum;
    }
}

__attribute__((noinline)) static void touch(char* d, int bytes) {
  for (int i = 0; i < bytes; i += 4096) ++d[i];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 4) {
    if (rank == 0) fprintf(stderr, "usage: motivating_example BYTES ITERATIONS ROWS [--nocomm]\n");
    MPI_Finalize();
    return 2;
  }
  const int bytes = atoi(argv[1]), iterations = atoi(argv[2]), n = atoi(argv[3]);
  const int communicates = argc < 5 || strcmp(argv[4], "--nocomm") != 0;
  char *d1 = calloc(size, bytes), *d2 = calloc(size, bytes);

  double *a = new_matrix(n), *b = new_matrix(n), *res = new_matrix(n);
  double *a2 = new_matrix(n), *b2 = new_matrix(n), *res2 = new_matrix(n);

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < iterations && communicates; ++i) {
    MPI_Alltoall(d1, bytes, MPI_BYTE, d2, bytes, MPI_BYTE, MPI_COMM_WORLD);
    matrix_multiply(a, b, res, n);
    touch(d1, size * bytes);
    matrix_multiply(a2, b2, res2, n);
  }
  for (int i = 0; i < iterations && !communicates; ++i) {
    matrix_multiply(a, b, res, n);
    touch(d1, size * bytes);
    matrix_multiply(a2, b2, res2, n);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double end = MPI_Wtime();
  if (rank == 0) printf("time: %.6f ms\n", 1e3 * (end - begin) / iterations);
  printf("rank %d: checksum %a %d\n", rank, res[n] + res2[n + 1], d2[0]);
  free(a), free(b), free(res), free(a2), free(b2), free(res2), free(d1), free(d2);
  MPI_Finalize();
  return 0;
}
