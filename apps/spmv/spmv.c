/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrix-vector products with irregular neighbours: x = A x + b repeatedly, as in PageRank
 * or Jacobi's method.
 *
 * The matrix is a random graph: most entries of a row are near the diagonal, some rows have one
 * entry far from it. Far entries lead from block to block of the rows, along a few edges that a
 * hash selects. So a rank's neighbours are irregular, but not all ranks. Row sums are 1/2, so each
 * product halves the largest error. The solution is given, and the right-hand side is computed from
 * it.
 *
 * A rank receives messages in the order in which they arrive, from MPI_ANY_SOURCE: the status names
 * the sender, and the tag names the product. A neighbour may be ahead, but by less than `size`
 * products, because neighbouring ranks need each other. */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"

#pragma bamboo dimension 1

enum { TAGS = 32768 }; /* the limit that every MPI supports */

static struct {
  long rows;
  int entries;          /* entries of a row: at least 3, at most this number */
  int band;             /* the largest distance of near entries from the diagonal */
  int far;              /* the percentage of rows that have a far entry */
  int blocks, partners; /* the blocks of rows between which far entries are */
  int iterations;
  int communicate;
} option = {20000, 16, 400, 20, 16, 1, 20, 1};

/* The own rows and the columns that they need. Columns are renumbered: own ones first, then ghosts
 * by rank. */
struct part {
  long first, rows, ghosts;
  long* begin; /* of each row's entries, and of the end */
  int* column;
  double* value;
  long* ghost; /* global columns, ascending */
  int sources, targets;
  /* For each target: the rank, the number of values, and their beginning in `index`. */
  int *target, *sent, *send_start;
  int* index;                      /* the own columns that are sent */
  double* out;
  int *place, *expected; /* for each rank: the beginning and the number of its ghosts */
  int most;              /* ghosts of one rank */
  double* in;
};

static void usage(FILE* to) {
  fprintf(to,
          "usage: spmv [--rows N] [--entries E] [--band W] [--far PERCENT] [--blocks B]\n"
          "            [--partners P] [--iterations N] [--nocomm]\n"
          "  -n, --rows N        rows of the matrix (default 20000)\n"
          "  -e, --entries E     a row has from 3 to E entries (default 16)\n"
          "  -w, --band W        the near ones are at most W from the diagonal (default 400)\n"
          "  -f, --far PERCENT   of the rows have an entry that is far away (default 20)\n"
          "  -b, --blocks B      blocks of rows between which the far ones are (default 16)\n"
          "  -p, --partners P    so many other blocks for each block (default 1)\n"
          "  -i, --iterations N  products (default 20)\n"
          "  -c, --nocomm        exchange nothing: the time without communication\n"
          "  -h, --help          this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  int rows = (int)option.rows;
  const struct choice choices[] = {{"rows", 'n', READ_NUMBER, &rows, 2, INT_MAX},
                                   {"entries", 'e', READ_NUMBER, &option.entries, 3, 1000},
                                   {"band", 'w', READ_NUMBER, &option.band, 1, INT_MAX},
                                   {"far", 'f', READ_NUMBER, &option.far, 0, 100},
                                   {"blocks", 'b', READ_NUMBER, &option.blocks, 1, 1 << 20},
                                   {"partners", 'p', READ_NUMBER, &option.partners, 1, 1000},
                                   {"iterations", 'i', READ_NUMBER, &option.iterations, 0, INT_MAX},
                                   {"nocomm", 'c', READ_NO_TEXT, &option.communicate}};
  const int status = READ_CHOICES(argc, argv, choices, usage);
  if (status >= 0) return status;
  option.rows = rows;
  if (option.band < option.rows && option.blocks <= option.rows) return -1;
  return refuse("%ld rows are too few for a band of %d and %d blocks", option.rows, option.band,
                option.blocks);
}

static uint64_t draw(uint64_t a, uint64_t b) { /* the b-th random number of row a */
  return mix(mix(a + UINT64_C(0x9e3779b97f4a7c15)) + b);
}

static long row_start(int rank, int size) {
  return option.rows * rank / size;
}

static int owner(long row, int size) {
  int rank = (int)((row * size + size - 1) / option.rows); /* the inverse, or off by one */
  if (rank >= size) rank = size - 1;
  while (row_start(rank, size) > row) rank--;
  while (rank + 1 < size && row_start(rank + 1, size) <= row) rank++;
  return rank;
}

static long block_start(int block) {
  return option.rows * block / option.blocks;
}
static int block_of(long row) {
  int block = (int)(row * option.blocks / option.rows);
  while (block + 1 < option.blocks && block_start(block + 1) <= row) block++;
  return block;
}
static int partner(int block, int which) {
  return (int)(draw(~(uint64_t)block, which) % option.blocks);
}

/* Computes the entries of one row: global columns and values, the same on every rank. Returns their
 * number. */
static int make_row(long row, long* column, double* value) {
  const int n = 3 + (int)(draw(row, 0) % (option.entries - 2));
  long total = 0;
  for (int e = 0; e < n; e++) {
    const uint64_t dice = draw(row, 1 + e);
    if (e < 2) { /* the two next rows, so that neighbouring ranks need each other */
      column[e] = row + (e ? 1 : -1);
    } else if (e == 2 && (int)(draw(row, ~UINT64_C(0)) % 100) < option.far) {
      const int there = partner(block_of(row), (int)(mix(dice) % option.partners));
      const long length = block_start(there + 1) - block_start(there);
      column[e] = block_start(there) + (long)(dice % length);
    } else {
      column[e] = row - option.band + (long)(dice % (2 * option.band + 1));
    }
    column[e] = (column[e] + option.rows) % option.rows;
    value[e] = (double)(1 + (dice >> 32) % 7);
    total += (long)value[e];
  }
  for (int e = 0; e < n; e++) value[e] /= 2.0 * total;
  return n;
}

static double solution(long row) { /* from 1 to 2 */
  return 1 + ldexp((double)(mix(row + 1) >> 44), -20);
}

static int overlap(long a, long a_end, long b, long b_end) {
  return a < b_end && b < a_end;
}

/* Returns whether rows of one rank may have entries in columns of another one. */
static int may_need(int rank, int other, int size) {
  const long first = row_start(rank, size), end = row_start(rank + 1, size);
  const long from = row_start(other, size), to = row_start(other + 1, size);
  for (int turn = -1; turn <= 1; turn++) { /* the band is periodic */
    const long shift = turn * option.rows;
    if (overlap(first - option.band, end + option.band, from + shift, to + shift)) return 1;
  }
  for (int block = block_of(first); block < option.blocks && block_start(block) < end; block++) {
    for (int which = 0; which < option.partners; which++) {
      const int there = partner(block, which);
      if (overlap(block_start(there), block_start(there + 1), from, to)) return 1;
    }
  }
  return 0;
}

/* The layout: who may need this rank's values. */
int graph(int rank, int size, int* neighbours) {
  int count = 0;
  for (int other = 0; other < size; other++) {
    if (other != rank && may_need(other, rank, size)) neighbours[count++] = other;
  }
  return count;
}

static int ascending(const void* a, const void* b) {
  const long x = *(const long*)a, y = *(const long*)b;
  return (x > y) - (x < y);
}

/* The own rows with global columns, and the foreign columns, each once and ascending. */
static long* make_matrix(struct part* p, int rank, int size) {
  p->first = row_start(rank, size);
  p->rows = row_start(rank + 1, size) - p->first;
  const size_t most = (size_t)p->rows * option.entries;
  long* column = allocate(most + option.entries, sizeof *column);
  p->value = allocate(most + option.entries, sizeof *p->value);
  p->begin = allocate(p->rows + 1, sizeof *p->begin);
  for (long row = 0; row < p->rows; row++) {
    const long at = p->begin[row];
    p->begin[row + 1] = at + make_row(p->first + row, column + at, p->value + at);
  }
  const long entries = p->begin[p->rows];
  p->ghost = allocate(entries, sizeof *p->ghost);
  for (long e = 0; e < entries; e++) {
    if (column[e] < p->first || column[e] >= p->first + p->rows) p->ghost[p->ghosts++] = column[e];
  }
  qsort(p->ghost, p->ghosts, sizeof *p->ghost, ascending);
  long kept = 0;
  for (long g = 0; g < p->ghosts; g++) {
    if (kept == 0 || p->ghost[g] != p->ghost[kept - 1]) p->ghost[kept++] = p->ghost[g];
  }
  p->ghosts = kept;
  return column;
}

static void renumber(struct part* p, const long* column) {
  const long entries = p->begin[p->rows];
  p->column = allocate(entries, sizeof *p->column);
  for (long e = 0; e < entries; e++) {
    const long own = column[e] - p->first;
    if (own >= 0 && own < p->rows) {
      p->column[e] = (int)own;
    } else {
      const long* found = bsearch(&column[e], p->ghost, p->ghosts, sizeof *p->ghost, ascending);
      p->column[e] = (int)(p->rows + (found - p->ghost));
    }
  }
}

/* Sends to every owner the list of its columns that this rank needs. */
static void plan_messages(struct part* p, int size, MPI_Comm comm) {
  int* wanted = allocate(size, sizeof *wanted);
  int *ask = allocate(size, sizeof *ask), *answer = allocate(size, sizeof *answer);
  p->expected = allocate(size, sizeof(int));
  p->place = allocate(size, sizeof(int));
  for (long g = 0; g < p->ghosts; g++) p->expected[owner(p->ghost[g], size)]++;
  MPI_Alltoall(p->expected, 1, MPI_INT, wanted, 1, MPI_INT, comm);
  int total = 0;
  for (int r = 0, at = 0; r < size; r++) {
    p->place[r] = (int)p->rows + at;
    ask[r] = at;
    answer[r] = total;
    at += p->expected[r];
    total += wanted[r];
    p->sources += p->expected[r] > 0;
    p->targets += wanted[r] > 0;
    if (p->expected[r] > p->most) p->most = p->expected[r];
  }
  long* column = allocate(total, sizeof *column);
  MPI_Alltoallv(p->ghost, p->expected, ask, MPI_LONG, column, wanted, answer, MPI_LONG, comm);
  p->target = allocate(p->targets, sizeof(int));
  p->sent = allocate(p->targets, sizeof(int));
  p->send_start = allocate(p->targets, sizeof(int));
  for (int r = 0, t = 0; r < size; r++) {
    if (wanted[r] == 0) continue;
    p->target[t] = r;
    p->sent[t] = wanted[r];
    p->send_start[t++] = answer[r];
  }
  p->index = allocate(total, sizeof *p->index);
  for (int i = 0; i < total; i++) p->index[i] = (int)(column[i] - p->first);
  p->out = allocate(total, sizeof *p->out);
  p->in = allocate(p->most, sizeof *p->in);
  if (!option.communicate) p->sources = p->targets = 0;
  free(column);
  free(wanted);
  free(ask);
  free(answer);
}

/* b = x - A x for the solution x, without communication. */
static void make_right_side(const struct part* p, const long* column, double* b) {
  for (long row = 0; row < p->rows; row++) {
    double sum = 0;
    for (long e = p->begin[row]; e < p->begin[row + 1]; e++)
      sum += p->value[e] * solution(column[e]);
    b[row] = solution(p->first + row) - sum;
  }
}

/* y = A x + b; a row's entries are added in the order in which they were drawn. */
static void multiply(const struct part* p, const double* restrict x, const double* restrict b,
                     double* restrict y) {
  for (long row = 0; row < p->rows; row++) {
    double sum = 0;
    for (long e = p->begin[row]; e < p->begin[row + 1]; e++) sum += p->value[e] * x[p->column[e]];
    y[row] = sum + b[row];
  }
}

static void wrong_message(int source, int count, int expected) {
  fprintf(stderr, "spmv: %d values from rank %d instead of %d\n", count, source, expected);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "spmv");
  const int rank = program.rank, size = program.size;
  int status = parse_options(argc, argv);
  if (status < 0 && option.rows < size) {
    if (rank == 0) fprintf(stderr, "spmv: %ld rows are too few for %d ranks\n", option.rows, size);
    status = 2;
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  struct part part;
  memset(&part, 0, sizeof part);
  long* column = make_matrix(&part, rank, size);
  renumber(&part, column);
  plan_messages(&part, size, MPI_COMM_WORLD);
  double* b = allocate(part.rows, sizeof *b);
  make_right_side(&part, column, b);
  free(column);
  double* x = allocate(part.rows + part.ghosts, sizeof *x);
  double* y = allocate(part.rows + part.ghosts, sizeof *y);
  MPI_Request* request = allocate(part.targets, sizeof *request);

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout graph
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    const int tag = iteration % TAGS;
#pragma bamboo send
    for (int t = 0; t < part.targets; t++) {
      const int* index = part.index + part.send_start[t];
      double* out = part.out + part.send_start[t];
      for (int i = 0; i < part.sent[t]; i++) out[i] = x[index[i]];
      MPI_Isend(out, part.sent[t], MPI_DOUBLE, part.target[t], tag, MPI_COMM_WORLD, &request[t]);
    }
#pragma bamboo receive
    for (int s = 0; s < part.sources; s++) {
      MPI_Status arrived;
      int count;
      MPI_Recv(part.in, part.most, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &arrived);
      MPI_Get_count(&arrived, MPI_DOUBLE, &count);
      if (count != part.expected[arrived.MPI_SOURCE])
        wrong_message(arrived.MPI_SOURCE, count, part.expected[arrived.MPI_SOURCE]);
      memcpy(x + part.place[arrived.MPI_SOURCE], part.in, count * sizeof *x);
    }
    MPI_Waitall(part.targets, request, MPI_STATUSES_IGNORE);
    multiply(&part, x, b, y);
    double* swap = x;
    x = y;
    y = swap;
  }
  double seconds = MPI_Wtime() - begin;

  double error = 0;
  uint64_t sum = 0, bits;
  long counts[2] = {part.begin[part.rows], part.ghosts};
  int neighbours = part.sources;
  for (long row = 0; row < part.rows; row++) {
    const double wrong = fabs(x[row] - solution(part.first + row));
    if (!(wrong <= error)) error = wrong; /* true for NaN as well */
    memcpy(&bits, &x[row], sizeof bits);
    sum += mix(bits + mix(part.first + row));
  }
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &neighbours, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  /* The start is 0, so the largest error is at most 2 at first. Each product halves it. */
  const int right = error <= ldexp(2, -option.iterations) + 1e-14;
  if (rank == 0) {
    printf("spmv: %ld rows, %ld entries, %d products\n", option.rows, counts[0], option.iterations);
    printf("time: %.4f ms per product, %d ranks, %ld values exchanged, up to %d neighbours\n",
           option.iterations ? 1e3 * seconds / option.iterations : 0.0, size,
           option.communicate ? counts[1] : 0L, neighbours);
    if (option.communicate) {
      printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
      printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
    } else {
      printf("error: not computed, because nothing was communicated\n");
    }
  }

  free(part.begin);
  free(part.column);
  free(part.value);
  free(part.ghost);
  free(part.target);
  free(part.sent);
  free(part.send_start);
  free(part.index);
  free(part.out);
  free(part.place);
  free(part.expected);
  free(part.in);
  free(b);
  free(x);
  free(y);
  free(request);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}
