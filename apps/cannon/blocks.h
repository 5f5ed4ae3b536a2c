/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of C = A B that a rank works on, how they are multiplied and verified.
 *
 * The elements of A and B are small integers, so that every sum is exact in double precision,
 * whatever its order, and every element of C is verified. */
#ifndef BAMBOO_APPS_CANNON_BLOCKS_H
#define BAMBOO_APPS_CANNON_BLOCKS_H

#include <cblas.h>

#include "options.h"

enum {
  PERIOD = 11,       /* the common dimension of A's rows and B's columns */
  LARGEST_N = 46340, /* the elements of a block are counted in an int */
};

static inline double a_element(long i, long k) {
  return (double)((7 * i + 3 * k) % PERIOD - 5);
}
static inline double b_element(long k, long j) {
  return (double)((5 * k + 2 * j) % PERIOD - 4);
}

/* The ranks to which this rank sends its A and B, and the ranks from which it receives the next
 * ones. All are MPI_PROC_NULL if nothing is communicated. */
struct peers {
  MPI_Comm comm;
  int a_to, a_from, b_to, b_from;
};

/* The blocks of a rank: squares of n rows. */
struct blocks {
  int n, elements;
  long row, column; /* of C's first element */
  long start;       /* the first summed index of the A and B with which this rank begins */
};

/* Checks whether a grid of `side` x `side` ranks can hold the matrices. Returns -1 if it can, else
 * the exit code. */
static inline int check_size(int side) {
  if (option.size % side != 0)
    return refuse("the grid's side %d must divide the size %d", side, option.size);
  if (option.size / side > LARGEST_N)
    return refuse("--size %d is too large for %d ranks", option.size, program.size);
  return -1;
}

static inline struct blocks choose_blocks(int n, int block_row, int block_column, int block_start) {
  const struct blocks b = {n, n * n, (long)n * block_row, (long)n * block_column,
                           (long)n * block_start};
  return b;
}

/* Fills A and B as they are after Cannon's initial skew. */
static inline void fill(const struct blocks* b, double* A, double* B) {
  const long n = b->n;
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++) {
      A[i * n + j] = a_element(b->row + i, b->start + j);
      B[i * n + j] = b_element(b->start + i, b->column + j);
    }
  }
}

static inline void free_operands(double* A, double* B, double* rA, double* rB) {
  free(A);
  free(B);
  free(rA);
  free(rB);
}

struct range { /* from … to - 1 */
  int from, to;
};

/* The program uses OpenMP's threads, so a BLAS with threads of its own must not start them. */
#ifdef __cplusplus
extern "C" {
#endif
void openblas_set_num_threads(int);
#ifdef __cplusplus
}
#endif
#pragma weak openblas_set_num_threads

static inline void use_one_blas_thread(void) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

/* C = A B for these rows and summed indices, plus beta C. With OpenMP, the threads of a rank share
 * the rows. */
static inline void multiply_part(int n, struct range rows, struct range k, const double* A,
                                 const double* B, double beta, double* C) {
#ifdef _OPENMP
#pragma omp parallel
#endif
  {
    int thread = 0, threads = 1;
#ifdef _OPENMP
    thread = omp_get_thread_num();
    threads = omp_get_num_threads();
#endif
    const long count = rows.to - rows.from;
    const long from = rows.from + count * thread / threads;
    const int mine = (int)(rows.from + count * (thread + 1) / threads - from);
    if (mine > 0)
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, mine, n, k.to - k.from, 1.0,
                  A + from * n + k.from, n, B + (long)k.from * n, n, beta, C + from * n, n);
  }
}

/* C = beta C + A B */
static inline void multiply(int n, const double* A, const double* B, double beta, double* C) {
  const struct range all = {0, n};
  multiply_part(n, all, all, A, B, beta, C);
}

/* Returns how often an index of this residue occurs in first … first + count - 1. */
static inline long occurrences(long residue, long first, long count) {
  const long before = (residue - first % PERIOD + PERIOD) % PERIOD;
  return before < count ? (count - before - 1) / PERIOD + 1 : 0;
}

/* Counts the elements of C that are not `times` the sum over `count` indices from `first` on. */
static inline long count_wrong(const struct blocks* b, const double* C, long first, long count,
                               int times) {
  long wrong = 0;
  for (long i = 0; i < b->n; i++) {
    for (long j = 0; j < b->n; j++) {
      double expected = 0;
      for (long k = 0; k < PERIOD; k++) { /* the products repeat with the period */
        expected += (double)(times * occurrences(k, first, count)) * a_element(b->row + i, k) *
                    b_element(k, b->column + j);
      }
      wrong += C[i * b->n + j] != expected;
    }
  }
  return wrong;
}

/* The sum is over integers, weighted with their places, and exact below 2^53. */
static inline double checksum(const struct blocks* b, const double* C) {
  double sum = 0;
  for (long i = 0; i < b->n; i++)
    for (long j = 0; j < b->n; j++)
      sum += C[i * b->n + j] * (double)((31 * (b->row + i) + 17 * (b->column + j)) % 101 + 1);
  return sum;
}

/* Prints the result of all ranks; returns the exit code. `title` is the first word of the line,
 * `parts` describes how the matrices were divided. */
static inline int print_report(const char* title, const char* parts, double sum, long wrong,
                               double seconds) {
  if (program.rank == 0) {
    const double each = seconds / option.iterations;
    printf("%s: %d x %d matrices%s\n", title, option.size, option.size,
           option.communicate ? "" : ", nothing communicated");
    printf("time: %.4f ms per iteration, %s, %.3f Gflop/s\n", 1e3 * each, parts,
           2e-9 * option.size * option.size * option.size / each);
    printf("checksum: %a\n", sum);
    printf("wrong elements: %ld, %s\n", wrong, wrong ? "WRONG" : "verified");
  }
  return wrong ? 1 : 0;
}

/* Reports whether this rank's C is right. `grid`: the ranks' geometry. */
static inline int report(const char* title, const char* grid, double sum, long wrong,
                         double seconds) {
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  char parts[80];
  snprintf(parts, sizeof parts, "%s ranks%s", grid, threads_of_a_rank());
  const int status = print_report(title, parts, sum, wrong, seconds);
  MPI_Finalize();
  return status;
}

#endif
