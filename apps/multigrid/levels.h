/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of a multigrid, and how each is spread over ranks. */
#ifndef LEVELS_H
#define LEVELS_H

#include <mpi.h>
#include <stddef.h>

#include "../common/memory.h"

#pragma bamboo dimension 3

enum { FACES = 6, LEVELS = 30, COARSEST = 8 };

struct options {
  int n[3];    /* global cells */
  int dims[3]; /* processes along each axis, 0: as MPI_Dims_create says */
  int cycles;
  int least; /* cells of a rank along an axis, below which fewer ranks take part */
  int communicate;
};
extern struct options option;

/* A box of cells 1 … n along each axis, with ghost cells at 0 and n + 1. */
struct box {
  int n[3], start[3]; /* start: in the whole level, from 0 */
  size_t stride[2];   /* of i and of j; k is contiguous */
  size_t points;
};

struct level {
  int cells[3];          /* of the whole level */
  int ranks[3];          /* how many take part along each axis … */
  int step[3];           /* … which are those whose coordinates are multiples of this */
  int* bounds[3];        /* where their parts begin */
  int active;            /* whether this rank takes part; all that follows is for those who do */
  struct box box, below; /* the own part, and the same cells of the next coarser level */
  int neighbours;        /* faces that have a neighbour, and for each of them: */
  int face[FACES], peer[FACES], count[FACES];
  double *out[FACES], *in[FACES];
  double *u, *v, *f;
  double *u_below, *f_below; /* of the next level, or `below` where that one has fewer ranks */
  /* Who joins their parts on the next level; its rank 0 takes part there. */
  MPI_Comm group;
  int members;
  struct box* member;
  int *counts, *places;
  double* parts;
};

/* Plans the levels and who takes part in them, the same on every rank. Returns how many there are.
 */
int plan_levels(struct level levels[LEVELS]);

/* Whether sizes and ranks suit; complains otherwise. */
int suits(const struct level* levels, int count, int complain);

/* The rank at these coordinates. */
int rank_at(const int at[3]);

/* Whether fewer ranks take part in the next level. */
int joins(const struct level* level, const struct level* next);

/* Makes what the rank at these coordinates has of a level by itself. */
void make_part(struct level* level, const int at[3]);
/* The same for this rank, and the group that joins its parts on the next level (null: there is
 * none). */
void make_level(struct level* level, const struct level* next, const int at[3], MPI_Comm grid);
void free_level(struct level* level);

/* Where the own cells of a row begin. */
static inline size_t row(const struct box* box, int i, int j) {
  return i * box->stride[0] + j * box->stride[1] + 1;
}

#endif
