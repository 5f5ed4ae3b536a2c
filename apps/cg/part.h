/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the mesh that a rank has, its blocks and its neighbours. */
#ifndef PART_H
#define PART_H

#include <mpi.h>
#include <stddef.h>

#include "../common/memory.h"

#pragma bamboo dimension 3

enum { DIRECTIONS = 27 };

struct options {
  int n[3];    /* global rows along each axis */
  int dims[3]; /* processes along each axis, 0: as MPI_Dims_create says */
  int blocks;  /* of the dot products, along each axis */
  int iterations;
  int communicate;
};
extern struct options option;

/* The exchange with one other rank: boxes of cells, each a face, an edge or a corner. */
struct neighbour {
  int peer, direction, count;
  int own[3], ghost[3], extent[3]; /* the beginnings and the lengths of the boxes */
  double *out, *in;
};

/* The part of one rank: own points 1 … n along each axis, ghost cells at 0 and n + 1. */
struct part {
  int n[3], start[3];
  size_t stride[2]; /* of i and of j; k is contiguous */
  size_t points;    /* with the ghost cells */
  int neighbours;
  struct neighbour neighbour[DIRECTIONS];
  int blocks[3];      /* of the whole mesh */
  int first_block[3]; /* the own ones begin here … */
  int last_block[3];  /* … and end before this one */
  int* block[2];      /* the blocks that contain the own points i and j */
  int* cut; /* along a row: the beginnings of the own blocks and the end of the last one, from 0 */
  int sums; /* how many blocks there are */
  double* sum;
};

/* The layout: a rank and all ranks around it, also across edges and corners. */
int box(int rank, int size, int* neighbours);

int blocks_along(int axis); /* of the whole mesh */
void divide(struct part* p, MPI_Comm grid);
void free_part(struct part* p);

/* Returns the beginning of the own cells of a row. */
static inline size_t row(const struct part* p, int i, int j) {
  return i * p->stride[0] + j * p->stride[1] + 1;
}

#endif
