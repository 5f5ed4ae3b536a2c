/* SPDX-License-Identifier: Apache-2.0 */
/* Cannon's square grid of ranks, and all of the program except for the rotation. */
#ifndef BAMBOO_APPS_CANNON_GRID_H
#define BAMBOO_APPS_CANNON_GRID_H

#include <math.h>

#include "blocks.h"

struct grid {
  MPI_Comm comm;
  int side;
  struct peers peers; /* one to the left, one up */
};

static inline struct grid make_grid(int side, int at[2]) {
  struct grid g = {.side = side};
  const int dims[2] = {side, side}, periods[2] = {1, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &g.comm);
  MPI_Cart_coords(g.comm, program.rank, 2, at);
  struct peers p = {.comm = g.comm};
  MPI_Cart_shift(g.comm, 1, -1, &p.a_from, &p.a_to);
  MPI_Cart_shift(g.comm, 0, -1, &p.b_from, &p.b_to);
  if (!option.communicate) p.a_from = p.a_to = p.b_from = p.b_to = MPI_PROC_NULL;
  g.peers = p;
  return g;
}

/* Begins the program. Returns -1 to continue; else the program has ended with this exit code. */
static inline int set_up(int argc, char** argv, const char* name, struct grid* grid,
                         struct blocks* blocks) {
  begin_program(&argc, &argv, name);
  int status = parse_options(argc, argv);
  const int side = (int)lround(sqrt(program.size));
  if (status < 0 && side * side != program.size)
    status = refuse("the number of ranks must be a square, it is %d", program.size);
  if (status < 0) status = check_size(side);
  if (status >= 0) return end_early(status);
  use_one_blas_thread();
  int at[2];
  *grid = make_grid(side, at);
  *blocks = choose_blocks(option.size / side, at[0], at[1], (at[0] + at[1]) % side);
  return -1;
}

/* Verifies and frees C, prints, ends the program and returns its exit code. */
static inline int finish(const char* title, struct grid* grid, const struct blocks* blocks,
                         double* C, double seconds) {
  char ranks[32];
  snprintf(ranks, sizeof ranks, "%d x %d", grid->side, grid->side);
  const long wrong = option.communicate
                         ? count_wrong(blocks, C, 0, option.size, 1)
                         : count_wrong(blocks, C, blocks->start, blocks->n, grid->side);
  const double sum = checksum(blocks, C);
  free(C);
  MPI_Comm_free(&grid->comm);
  return report(title, ranks, sum, wrong, seconds);
}

#endif
