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
  int step[3];           /* … those whose coordinates are multiples of this */
  int* bounds[3];        /* the beginnings of their parts */
  int active;            /* whether this rank takes part; otherwise all members below are unused */
  struct box box, below; /* the own part, and the same cells of the next coarser level */
  int neighbours;        /* faces that have a neighbour, and for each of them: */
  int face[FACES], peer[FACES], count[FACES];
  double *out[FACES], *in[FACES];
  double *u, *v, *f;
  double *u_below, *f_below; /* of the next level, or `below` where that one has fewer ranks */
  /* The ranks that join their parts on the next level. Rank 0 of them takes part there. */
  MPI_Comm group;
  int members;
  struct box* member;
  int *counts, *places;
  double* parts;
};

/* Computes the levels and the ranks that take part in them, with the same result on every rank.
 * Returns the number of levels. */
int plan_levels(struct level levels[LEVELS]);

/* Checks sizes and ranks; with `complain`, prints what is wrong. */
int suits(const struct level* levels, int count, int complain);

/* The rank at these coordinates. */
int rank_at(const int at[3]);

/* Whether fewer ranks take part in the next level. */
int joins(const struct level* level, const struct level* next);

/* Makes the data of a level that the rank at these coordinates needs without communication. */
void make_part(struct level* level, const int at[3]);
/* The same for this rank; also makes the group that joins its parts on the next level (`next` null:
 * there is none). */
void make_level(struct level* level, const struct level* next, const int at[3], MPI_Comm grid);
void free_level(struct level* level);

/* Returns the beginning of the own cells of a row. */
static inline size_t row(const struct box* box, int i, int j) {
  return i * box->stride[0] + j * box->stride[1] + 1;
}

#endif
