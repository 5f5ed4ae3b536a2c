/* SPDX-License-Identifier: Apache-2.0 */
/* Conjugate gradients on a 27-point matrix: halo exchanges with up to 26 neighbours between dot
 * products.
 *
 * The matrix is that of HPCG: 26 on the diagonal and -1 for each neighbour in the box. It is not
 * stored. It is 27 I - T x T x T with T = tridiag(1, 1, 1), so that its eigenvalues are known. The
 * solution consists of integers, and the right-hand side is exact.
 *
 * Dot products are reproducible: the mesh is cut into blocks that do not depend on the number of
 * ranks. A rank owns whole blocks, and adds up each block by itself. MPI_Allreduce then combines
 * one sum for each block; a rank passes zero for a block of another rank, and adding zeros is exact
 * in any order. The sums of the blocks are added in the order of the blocks. Therefore the program
 * computes the same bits with each number of ranks and with each MPI. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"
#include "part.h"

enum { LANES = 8, LARGEST = 64 /* value of the solution */ };

struct options option = {
    .n = {64, 64, 64}, .dims = {0, 0, 0}, .blocks = 8, .iterations = 30, .communicate = 1};

static void usage(FILE* to) {
  fprintf(to,
          "usage: cg [--size NX[,NY,NZ]] [--iterations N] [--geometry PXxPYxPZ] [--blocks B]\n"
          "          [--nocomm]\n"
          "  -s, --size NX[,NY,NZ]      rows of the matrix along each axis (default 64)\n"
          "  -i, --iterations N         iterations (default 30)\n"
          "  -g, --geometry PXxPYxPZ    ranks along each axis (default: as MPI_Dims_create says)\n"
          "  -b, --blocks B             blocks of the dot products along each axis, at least as\n"
          "                             many as ranks (default 8); the result depends on it\n"
          "  -c, --nocomm               exchange nothing: the time without communication\n"
          "  -h, --help                 this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_SIZES, option.n},
                                   {"iterations", 'i', READ_NUMBER, &option.iterations, 0, INT_MAX},
                                   {"geometry", 'g', READ_GRID, option.dims},
                                   {"blocks", 'b', READ_NUMBER, &option.blocks, 1, INT_MAX},
                                   {"nocomm", 'c', READ_NO_TEXT, &option.communicate}};
  return READ_CHOICES(argc, argv, choices, usage);
}

static void pack(const struct part* p, const struct neighbour* n, const double* restrict u) {
  double* restrict out = n->out;
  for (int i = 0; i < n->extent[0]; i++) {
    for (int j = 0; j < n->extent[1]; j++, out += n->extent[2]) {
      memcpy(out, u + (n->own[0] + i) * p->stride[0] + (n->own[1] + j) * p->stride[1] + n->own[2],
             n->extent[2] * sizeof *out);
    }
  }
}

static void unpack(const struct part* p, const struct neighbour* n, double* restrict u) {
  const double* restrict in = n->in;
  for (int i = 0; i < n->extent[0]; i++) {
    for (int j = 0; j < n->extent[1]; j++, in += n->extent[2]) {
      memcpy(u + (n->ghost[0] + i) * p->stride[0] + (n->ghost[1] + j) * p->stride[1] + n->ghost[2],
             in, n->extent[2] * sizeof *in);
    }
  }
}

/* Updates the ghost cells of u. */
static void exchange(const struct part* p, double* u, MPI_Comm grid) {
  MPI_Request request[DIRECTIONS];
#pragma bamboo olap layout box
  {
#pragma bamboo send
    for (int n = 0; n < p->neighbours; n++) {
      pack(p, &p->neighbour[n], u);
      MPI_Isend(p->neighbour[n].out, p->neighbour[n].count, MPI_DOUBLE, p->neighbour[n].peer,
                p->neighbour[n].direction, grid, &request[n]);
    }
#pragma bamboo receive
    for (int n = 0; n < p->neighbours; n++) {
      MPI_Recv(p->neighbour[n].in, p->neighbour[n].count, MPI_DOUBLE, p->neighbour[n].peer,
               DIRECTIONS - 1 - p->neighbour[n].direction, grid, MPI_STATUS_IGNORE);
      unpack(p, &p->neighbour[n], u);
    }
    MPI_Waitall(p->neighbours, request, MPI_STATUSES_IGNORE);
  }
}

/* Returns the sum of the products, in a fixed order that vector units can use as well. */
static inline double products(const double* restrict a, const double* restrict b, int n) {
  double lane[LANES] = {0}, rest = 0;
  int k = 0;
  for (; k + LANES <= n; k += LANES) {
    for (int l = 0; l < LANES; l++) lane[l] += a[k + l] * b[k + l];
  }
  for (; k < n; k++) rest += a[k] * b[k];
  return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7])) +
         rest;
}

/* Adds the products of one own row to the sums of the blocks that it crosses. */
static void add_row(const struct part* p, int i, int j, const double* a, const double* b) {
  double* sum = p->sum + (p->block[0][i] * p->blocks[1] + p->block[1][j]) * p->blocks[2];
  sum += p->first_block[2];
  for (int n = 0; n < p->last_block[2] - p->first_block[2]; n++)
    sum[n] += products(a + p->cut[n], b + p->cut[n], p->cut[n + 1] - p->cut[n]);
}

/* Returns the total over all ranks, and sets the sums of the blocks to zero. */
static double total(const struct part* p, MPI_Comm comm) {
  double result = 0;
  if (option.communicate) MPI_Allreduce(MPI_IN_PLACE, p->sum, p->sums, MPI_DOUBLE, MPI_SUM, comm);
  for (int i = 0; i < p->sums; i++) result += p->sum[i];
  memset(p->sum, 0, p->sums * sizeof *p->sum);
  return result;
}

static double dot(const struct part* p, const double* a, const double* b, MPI_Comm comm) {
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) add_row(p, i, j, a + row(p, i, j), b + row(p, i, j));
  }
  return total(p, comm);
}

/* v = A u, and adds the products of both to the sums. `column` has room for one row of nine-point
 * sums, ghost cells included. */
static void multiply(const struct part* p, const double* restrict u, double* restrict v,
                     double* restrict column) {
  const size_t si = p->stride[0], sj = p->stride[1];
  const int n = p->n[2];
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) {
      const double* restrict c = u + row(p, i, j) - 1;
      double* restrict to = v + row(p, i, j);
      for (int k = 0; k < n + 2; k++) {
        column[k] = ((c[k - si - sj] + c[k + si + sj]) + (c[k - si + sj] + c[k + si - sj])) +
                    ((c[k - si] + c[k + si]) + (c[k - sj] + c[k + sj])) + c[k];
      }
      for (int k = 0; k < n; k++)
        to[k] = 27 * c[k + 1] - ((column[k] + column[k + 2]) + column[k + 1]);
      add_row(p, i, j, c + 1, to);
    }
  }
}

/* x += alpha p, r -= alpha q, and adds the squares of r to the sums. */
static void advance(const struct part* part, double alpha, const double* restrict p,
                    const double* restrict q, double* restrict x, double* restrict r) {
  for (int i = 1; i <= part->n[0]; i++) {
    for (int j = 1; j <= part->n[1]; j++) {
      const size_t at = row(part, i, j);
      for (int k = 0; k < part->n[2]; k++) {
        x[at + k] += alpha * p[at + k];
        r[at + k] -= alpha * q[at + k];
      }
      add_row(part, i, j, r + at, r + at);
    }
  }
}

/* p = r + beta p */
static void turn(const struct part* part, double beta, const double* restrict r,
                 double* restrict p) {
  for (int i = 1; i <= part->n[0]; i++) {
    for (int j = 1; j <= part->n[1]; j++) {
      const size_t at = row(part, i, j);
      for (int k = 0; k < part->n[2]; k++) p[at + k] = r[at + k] + beta * p[at + k];
    }
  }
}

static uint64_t index_of(int i, int j, int k) { /* global, of interior points */
  return ((uint64_t)i * option.n[1] + j) * option.n[2] + k;
}

/* Stores the solution in all local points and ghost cells: integers from 1 on, zero outside. */
static void fill_solution(const struct part* p, double* u) {
  for (int i = 0; i < p->n[0] + 2; i++) {
    for (int j = 0; j < p->n[1] + 2; j++) {
      for (int k = 0; k < p->n[2] + 2; k++) {
        const int at[3] = {p->start[0] + i - 1, p->start[1] + j - 1, p->start[2] + k - 1};
        int inside = 1;
        for (int d = 0; d < 3; d++) inside = inside && at[d] >= 0 && at[d] < option.n[d];
        u[i * p->stride[0] + j * p->stride[1] + k] =
            inside ? (double)(1 + mix(index_of(at[0], at[1], at[2]) + 1) % LARGEST) : 0;
      }
    }
  }
}

static void copy_own(const struct part* p, const double* from, double* to) {
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++)
      memcpy(to + row(p, i, j), from + row(p, i, j), p->n[2] * sizeof *to);
  }
}

/* Returns the largest difference of two vectors in own points. */
static double difference(const struct part* p, const double* a, const double* b) {
  double worst = 0;
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) {
      for (size_t at = row(p, i, j); at < row(p, i, j) + p->n[2]; at++) {
        if (!(fabs(a[at] - b[at]) <= worst)) worst = fabs(a[at] - b[at]); /* true for NaN as well */
      }
    }
  }
  return worst;
}

/* Returns a hash of each point's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static uint64_t hash(const struct part* p, const double* u) {
  uint64_t sum = 0, bits;
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) {
      for (int k = 1; k <= p->n[2]; k++) {
        memcpy(&bits, &u[i * p->stride[0] + j * p->stride[1] + k], sizeof bits);
        sum += mix(bits + mix(index_of(p->start[0] + i, p->start[1] + j, p->start[2] + k)));
      }
    }
  }
  return sum;
}

/* Computes the smallest and the largest eigenvalue: 27 minus the product of (1 + 2 cos) over the
 * axes. */
static void eigenvalues(double* least, double* most) {
  double low[3], high[3], large = 1, small = 1;
  for (int d = 0; d < 3; d++) {
    low[d] = 1 + 2 * cos(M_PI * option.n[d] / (option.n[d] + 1));
    high[d] = 1 + 2 * cos(M_PI / (option.n[d] + 1));
    large *= high[d];
  }
  for (int corner = 0; corner < 8; corner++) {
    double product = 1;
    for (int d = 0; d < 3; d++) product *= corner >> d & 1 ? low[d] : high[d];
    if (product < small) small = product;
  }
  *least = 27 - large;
  *most = 27 - small;
}

/* Computes the error, and whether it is right after this number of iterations: the residual of the
 * recurrence must be A times the error, and the error must satisfy Chebyshev's bound. Both allow
 * for rounding. `e` and `a_e` are scratch memory. */
static int verify(const struct part* p, const double* x, const double* r, double* e, double* a_e,
                  double* column, double start, double* error, MPI_Comm grid) {
  double least, most, drift;
  eigenvalues(&least, &most);
  fill_solution(p, e);
  for (size_t at = 0; at < p->points; at++) e[at] -= x[at];
  *error = sqrt(dot(p, e, e, grid));
  exchange(p, e, grid);
  multiply(p, e, a_e, column);
  total(p, grid);
  drift = difference(p, a_e, r);
  MPI_Allreduce(MPI_IN_PLACE, &drift, 1, MPI_DOUBLE, MPI_MAX, grid);
  const double root = sqrt(most / least);
  const double bound = 2 * root * pow((root - 1) / (root + 1), option.iterations) * start;
  return drift <= 1e-15 * most * LARGEST * (100 + option.iterations) &&
         *error <= bound + 1e-13 * most / least * start;
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "cg");
  const int rank = program.rank, size = program.size;
  int status = parse_options(argc, argv);
  if (status < 0) {
    const long given = (long)option.dims[0] * option.dims[1] * option.dims[2];
    if (given != 0 && given != size) {
      if (rank == 0) fprintf(stderr, "cg: --geometry needs %ld ranks, there are %d\n", given, size);
      status = 2;
    } else {
      MPI_Dims_create(size, 3, option.dims);
    }
    for (int d = 0; d < 3 && status < 0; d++) {
      if (blocks_along(d) >= option.dims[d]) continue;
      if (rank == 0) {
        fprintf(stderr, "cg: %d rows in %d blocks along axis %d are too few for %d ranks\n",
                option.n[d], blocks_along(d), d, option.dims[d]);
      }
      status = 2;
    }
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  MPI_Comm grid;
  const int periods[3] = {0, 0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 3, option.dims, periods, 0, &grid);
  struct part part;
  divide(&part, grid);
  const size_t points = part.points;
  double *x = allocate(points, sizeof *x), *r = allocate(points, sizeof *r);
  double *p = allocate(points, sizeof *p), *q = allocate(points, sizeof *q);
  double* column = allocate(part.stride[1], sizeof *column);
  fill_solution(&part, p);
  const double start = sqrt(dot(&part, p, p, grid));
  multiply(&part, p, r, column);
  total(&part, grid);
  copy_own(&part, p, q);
  exchange(&part, q, grid);
  int wrong_ghosts = memcmp(p, q, points * sizeof *p) != 0;
  memset(p, 0, points * sizeof *p);
  copy_own(&part, r, p);
  double rr = dot(&part, r, r, grid);

  MPI_Barrier(grid);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    exchange(&part, p, grid);
    multiply(&part, p, q, column);
    const double pq = total(&part, grid);
    advance(&part, pq > 0 ? rr / pq : 0, p, q, x, r);
    const double before = rr;
    rr = total(&part, grid);
    turn(&part, before > 0 ? rr / before : 0, r, p);
  }
  double seconds = MPI_Wtime() - begin;

  double error;
  const int verified = verify(&part, x, r, p, q, column, start, &error, grid);
  uint64_t sum = hash(&part, x);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, grid);
  MPI_Allreduce(MPI_IN_PLACE, &wrong_ghosts, 1, MPI_INT, MPI_MAX, grid);
  const int right = verified && !wrong_ghosts;
  if (rank == 0) {
    printf("cg: %d x %d x %d rows, %d iterations\n", option.n[0], option.n[1], option.n[2],
           option.iterations);
    printf("time: %.4f ms per iteration, %d x %d x %d ranks\n",
           option.iterations ? 1e3 * seconds / option.iterations : 0.0, option.dims[0],
           option.dims[1], option.dims[2]);
    if (option.communicate) {
      printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
      printf("residual: %a\n", sqrt(rr));
      printf("error: %.3e, %s\n", error / start, right ? "verified" : "WRONG");
    } else {
      printf("error: not computed, because nothing was communicated\n");
    }
  }

  free_part(&part);
  free(x);
  free(r);
  free(p);
  free(q);
  free(column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}
