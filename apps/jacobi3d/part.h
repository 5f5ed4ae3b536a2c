/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the mesh that a rank owns, and boxes of points in it. */
#ifndef BAMBOO_APPS_JACOBI3D_PART_H
#define BAMBOO_APPS_JACOBI3D_PART_H

#include <stddef.h>

#include "options.h"

enum { FACES = 6 };

/* Interior points 1 … n along each axis, ghost cells at 0 and n + 1. */
struct part {
  MPI_Comm grid;
  int n[3], start[3]; /* the global index of point i is start + i */
  int at[3];          /* place of this rank in the grid */
  size_t stride[2];   /* of i and of j; k is contiguous */
  int peer[FACES];    /* the rank behind each face, or MPI_PROC_NULL */
};

struct box { /* the points from … to - 1 along each axis */
  int from[3], to[3];
};

static inline size_t index_of(const struct part* p, int i, int j, int k) {
  return i * p->stride[0] + j * p->stride[1] + k;
}

static inline size_t points_of(const struct part* p) {
  return (p->n[0] + 2) * p->stride[0];
}

static inline struct box whole(const struct part* p) {
  const struct box all = {{1, 1, 1}, {p->n[0] + 1, p->n[1] + 1, p->n[2] + 1}};
  return all;
}

static inline void set_strides(struct part* p) {
  p->stride[1] = (size_t)p->n[2] + 2;
  p->stride[0] = ((size_t)p->n[1] + 2) * p->stride[1];
}

/* Returns the points of a block next to a face of the part, or the ghost cells behind that face. */
static inline struct box layer_at(const struct part* p, struct box block, int face, int ghosts) {
  const int d = face / 2, upper = face % 2;
  block.from[d] = upper ? p->n[d] + ghosts : 1 - ghosts;
  block.to[d] = block.from[d] + 1;
  return block;
}

static inline int points_in(struct box b) {
  int count = 1;
  for (int d = 0; d < 3; d++) count *= b.to[d] - b.from[d];
  return count;
}

static inline struct part make_part(void) {
  struct part p;
  const int periods[3] = {0, 0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 3, option.dims, periods, 0, &p.grid);
  MPI_Cart_coords(p.grid, program.rank, 3, p.at);
  for (int d = 0; d < 3; d++) {
    p.start[d] = (int)((long)option.n[d] * p.at[d] / option.dims[d]);
    p.n[d] = (int)((long)option.n[d] * (p.at[d] + 1) / option.dims[d]) - p.start[d];
    MPI_Cart_shift(p.grid, d, 1, &p.peer[2 * d], &p.peer[2 * d + 1]);
    if (!option.communicate) p.peer[2 * d] = p.peer[2 * d + 1] = MPI_PROC_NULL;
  }
  set_strides(&p);
  return p;
}

#endif
