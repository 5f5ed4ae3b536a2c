/* SPDX-License-Identifier: Apache-2.0 */
/* Cannon's algorithm for C = A B on a square grid of ranks (SC'12, Fig. 5).
 *
 * The elements of A and B are small integers, so that every sum is exact in double precision,
 * whatever its order, and every element of C is verified. The blocks are made where Cannon's
 * initial skew would move them. */
#include <cblas.h>
#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#pragma bamboo dimension 2

enum { PERIOD = 11 }; /* of A's rows and B's columns in the summed index */

static double a_element(long i, long k) {
  return (double)((7 * i + 3 * k) % PERIOD - 5);
}
static double b_element(long k, long j) {
  return (double)((5 * k + 2 * j) % PERIOD - 4);
}

static void usage(FILE* to) {
  fprintf(to,
          "usage: cannon [--size N]\n"
          "  -s, --size N    rows and columns of the matrices, a multiple of the grid's side\n"
          "                  (default 240); the number of ranks must be a square\n"
          "  -h, --help      this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* -1: go on; else the exit code. Only one rank complains. */
static int parse_options(int argc, char** argv, int complain, int* size) {
  static const struct option names[] = {{"size", 1, 0, 's'}, {"help", 0, 0, 'h'}, {0, 0, 0, 0}};
  int o, end;
  opterr = complain;
  while ((o = getopt_long(argc, argv, "s:h", names, NULL)) != -1) {
    if (o == 'h') {
      if (complain) usage(stdout);
      return 0;
    }
    end = 0;
    if (o == 's' && sscanf(optarg, "%d%n", size, &end) == 1 && !optarg[end] && *size > 0) continue;
    if (complain && o == 's') fprintf(stderr, "cannon: --size %s: give a number > 0\n", optarg);
    if (complain) usage(stderr);
    return 2;
  }
  if (optind == argc) return -1;
  if (complain) fprintf(stderr, "cannon: unexpected argument %s\n", argv[optind]);
  return 2;
}

static double* allocate(size_t n) {
  double* memory = calloc(n, sizeof *memory);
  if (!memory) {
    fprintf(stderr, "cannon: no memory for %zu values\n", n);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

static void multiply(int n, const double* A, const double* B, double* C) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, A, n, B, n, 1.0, C, n);
}

/* How many elements of the block of C that begins at (row, column) are wrong. */
static long count_wrong(const double* C, int n, long row, long column, int size) {
  long wrong = 0;
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++) {
      double expected = 0;
      for (long k = 0; k < PERIOD; k++) { /* A's row times B's column repeats with the period */
        const long times = size / PERIOD + (k < size % PERIOD);
        expected += (double)times * a_element(row + i, k) * b_element(k, column + j);
      }
      wrong += C[i * n + j] != expected;
    }
  }
  return wrong;
}

int main(int argc, char** argv) {
  int my_rank, nprocs, size = 240;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int status = parse_options(argc, argv, my_rank == 0, &size);
  const int side = (int)lround(sqrt(nprocs));
  if (status < 0 && (side * side != nprocs || size % side != 0)) {
    if (my_rank == 0)
      fprintf(stderr, "cannon: %s (%d ranks, size %d)\n",
              side * side != nprocs ? "the number of ranks must be a square"
                                    : "the grid's side must divide the size",
              nprocs, size);
    status = 2;
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  MPI_Comm grid;
  const int dims[2] = {side, side}, periods[2] = {1, 1};
  int at[2], left, right, up, down;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_coords(grid, my_rank, 2, at);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  MPI_Cart_shift(grid, 0, 1, &up, &down);

  const int n = size / side, elements = n * n;
  const long row = (long)n * at[0], column = (long)n * at[1];
  const long skew = (long)n * ((at[0] + at[1]) % side); /* first index of the sum */
  double *A = allocate(elements), *B = allocate(elements), *C = allocate(elements);
  double *rA = allocate(elements), *rB = allocate(elements);
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++) {
      A[i * n + j] = a_element(row + i, skew + j);
      B[i * n + j] = b_element(skew + i, column + j);
    }
  }

  MPI_Barrier(grid);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout OneNeighborBackward X Y
  {
    multiply(n, A, B, C);
    for (int step = 1; step < side; step++) {
      MPI_Request request[2];
#pragma bamboo receive
      {
        MPI_Irecv(rA, elements, MPI_DOUBLE, right, 0, grid, &request[0]);
        MPI_Irecv(rB, elements, MPI_DOUBLE, down, 1, grid, &request[1]);
      }
#pragma bamboo send
      {
        MPI_Send(A, elements, MPI_DOUBLE, left, 0, grid);
        MPI_Send(B, elements, MPI_DOUBLE, up, 1, grid);
      }
      MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
      double* swap = A;
      A = rA;
      rA = swap;
      swap = B;
      B = rB;
      rB = swap;
      multiply(n, A, B, C);
    }
  }
  double seconds = MPI_Wtime() - begin;

  long wrong = count_wrong(C, n, row, column, size);
  double sum = 0; /* of integers, weighted with their places: exact while below 2^53 */
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += C[i * n + j] * (double)((31 * (row + i) + 17 * (column + j)) % 101 + 1);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, grid);
  if (my_rank == 0) {
    printf("cannon: %d x %d matrices\n", size, size);
    printf("time: %.4f ms, %d x %d ranks, %.3f Gflop/s\n", 1e3 * seconds, side, side,
           2e-9 * size * size * size / seconds);
    printf("checksum: %a\n", sum);
    printf("wrong elements: %ld, %s\n", wrong, wrong ? "WRONG" : "verified");
  }

  free(A);
  free(B);
  free(C);
  free(rA);
  free(rB);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return wrong ? 1 : 0;
}
