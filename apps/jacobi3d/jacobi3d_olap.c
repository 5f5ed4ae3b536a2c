/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi 3D, MPI-olap: restructured by hand into a pipeline (SC'12, section V-B). With -fopenmp it
 * is MPI+OMP-olap.
 *
 * Each rank cuts its part into 2 x 2 x 2 blocks and sweeps them in two halves of four: while one
 * half is swept, the ghost cells of the other one travel. Seen along the contiguous axis the halves
 * are the colours of a chessboard that continues mirrored in the neighbours' parts, so that every
 * block exchanges ghost cells with a block of its own half only, and each half has the same share
 * of every face. The two blocks of a half that lie behind one another are swept as one, because
 * cutting rows costs much more than it is worth. */
#include "problem.h"
#include "split_phase.h"

enum { HALVES = 2, BLOCKS = 8, COLUMNS_OF_HALF = 2, COLUMNS = 4 };

struct half {
  struct box column[COLUMNS_OF_HALF]; /* two blocks each */
  struct exchange exchange;           /* of all four blocks */
};

static void cut(const struct part* part, struct half half[HALVES]) {
  int columns[HALVES] = {0, 0};
  for (int h = 0; h < HALVES; h++) make_exchange(&half[h].exchange, part);
  for (int b = 0; b < BLOCKS; b++) {
    const int bit[3] = {b >> 2, b >> 1 & 1, b & 1};
    const int number[3] = {2 * bit[1] + bit[2], 2 * bit[0] + bit[2], 2 * bit[0] + bit[1]};
    struct half* h = &half[(bit[0] + part->at[0] + bit[1] + part->at[1]) % HALVES];
    struct box block = whole(part), column;
    for (int d = 0; d < 3; d++) {
      const int middle = 1 + part->n[d] / 2;
      *(bit[d] ? &block.from[d] : &block.to[d]) = middle;
    }
    h->exchange.halos += find_halos(part, block, number, &h->exchange.halo[h->exchange.halos]);
    if (bit[2]) continue;
    column = block;
    column.to[2] = part->n[2] + 1;
    h->column[columns[h - half]++] = column;
  }
}

int main(int argc, char** argv) {
  option.polls = 32;
  struct problem problem;
  const int status = set_up(argc, argv, "jacobi3d_olap", 2, &problem);
  if (status >= 0) return status;
  const struct part part = problem.part;
  double *u = problem.u, *v = problem.v;
  struct half half[HALVES];
  cut(&part, half);
  const int column_polls = (option.polls + COLUMNS - 1) / COLUMNS;

  MPI_Barrier(part.grid);
  const double begin = MPI_Wtime();
  for (int h = 0; h < HALVES && option.iterations > 0; h++) {
    begin_receives(&half[h].exchange, u);
    begin_sends(&half[h].exchange, u);
  }
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    const int last = iteration + 1 == option.iterations;
    for (int h = 0; h < HALVES; h++) {
      struct exchange *own = &half[h].exchange, *other = &half[!h].exchange;
      finish_receives(own);
      if (!last) begin_receives(own, v);
      for (int c = 0; c < COLUMNS_OF_HALF; c++)
        sweep_and_poll(&part, half[h].column[c], u, v, problem.source, column_polls, other);
      if (!last) begin_sends(own, v);
    }
    swap(&u, &v);
  }
  const double seconds = MPI_Wtime() - begin;

  for (int h = 0; h < HALVES; h++) free_exchange(&half[h].exchange);
  return report(&problem, u, seconds);
}
