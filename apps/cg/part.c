/* SPDX-License-Identifier: Apache-2.0 */
#include "part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int blocks_along(int axis) {
  return option.blocks < option.n[axis] ? option.blocks : option.n[axis];
}

/* The first point of a block, and the first block of the ranks at coordinate c of an axis. */
static int block_start(int axis, int block) {
  return (int)((long)option.n[axis] * block / blocks_along(axis));
}
static int rank_start(int axis, int c) {
  return (int)((long)blocks_along(axis) * c / option.dims[axis]);
}

int box(int rank, int size, int* neighbours) {
  const int* dims = option.dims;
  const int at[3] = {rank / (dims[1] * dims[2]), rank / dims[2] % dims[1], rank % dims[2]};
  int count = 0;
  (void)size;
  for (int i = at[0] - 1; i <= at[0] + 1; i++) {
    for (int j = at[1] - 1; j <= at[1] + 1; j++) {
      for (int k = at[2] - 1; k <= at[2] + 1; k++) {
        const int other = (i * dims[1] + j) * dims[2] + k;
        const int inside = i >= 0 && i < dims[0] && j >= 0 && j < dims[1] && k >= 0 && k < dims[2];
        if (inside && other != rank) neighbours[count++] = other;
      }
    }
  }
  return count;
}

static void find_neighbours(struct part* p, MPI_Comm grid, const int at[3]) {
  for (int direction = 0; direction < DIRECTIONS && option.communicate; direction++) {
    const int step[3] = {direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1};
    struct neighbour* n = &p->neighbour[p->neighbours];
    int there[3], inside = direction != DIRECTIONS / 2;
    n->count = 1;
    for (int d = 0; d < 3; d++) {
      there[d] = at[d] + step[d];
      inside = inside && there[d] >= 0 && there[d] < option.dims[d];
      n->own[d] = step[d] > 0 ? p->n[d] : 1;
      n->ghost[d] = n->own[d] + step[d];
      n->extent[d] = step[d] ? 1 : p->n[d];
      n->count *= n->extent[d];
    }
    if (!inside) continue;
    MPI_Cart_rank(grid, there, &n->peer);
    n->direction = direction;
    n->out = allocate(n->count, sizeof(double));
    n->in = allocate(n->count, sizeof(double));
    p->neighbours++;
  }
}

void divide(struct part* p, MPI_Comm grid) {
  int dims[3], periods[3], at[3];
  MPI_Cart_get(grid, 3, dims, periods, at);
  memset(p, 0, sizeof *p);
  p->sums = 1;
  for (int d = 0; d < 3; d++) {
    p->blocks[d] = blocks_along(d);
    p->first_block[d] = rank_start(d, at[d]);
    p->last_block[d] = rank_start(d, at[d] + 1);
    p->start[d] = block_start(d, p->first_block[d]);
    p->n[d] = block_start(d, p->last_block[d]) - p->start[d];
    p->sums *= p->blocks[d];
  }
  for (int d = 0; d < 2; d++) {
    p->block[d] = allocate(p->n[d] + 1, sizeof(int));
    for (int b = p->first_block[d]; b < p->last_block[d]; b++) {
      for (int i = block_start(d, b); i < block_start(d, b + 1); i++)
        p->block[d][i - p->start[d] + 1] = b;
    }
  }
  p->cut = allocate(p->last_block[2] - p->first_block[2] + 1, sizeof(int));
  for (int b = p->first_block[2]; b <= p->last_block[2]; b++)
    p->cut[b - p->first_block[2]] = block_start(2, b) - p->start[2];
  p->sum = allocate(p->sums, sizeof(double));
  p->stride[1] = (size_t)p->n[2] + 2;
  p->stride[0] = ((size_t)p->n[1] + 2) * p->stride[1];
  p->points = ((size_t)p->n[0] + 2) * p->stride[0];
  find_neighbours(p, grid, at);
}

void free_part(struct part* p) {
  for (int n = 0; n < p->neighbours; n++) {
    free(p->neighbour[n].out);
    free(p->neighbour[n].in);
  }
  free(p->block[0]);
  free(p->block[1]);
  free(p->cut);
  free(p->sum);
}
