/* SPDX-License-Identifier: Apache-2.0 */
/* Turns of an array in pencils: after a turn the lines along another axis are contiguous. */
#ifndef BAMBOO_APPS_TURN_H
#define BAMBOO_APPS_TURN_H

#include <complex.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "../common/memory.h"

enum { TILE = 8 };

typedef double complex value;

/* An axis cut into parts, one for each rank of a communicator. */
struct cut {
  int n, parts, me;
};
static int start(const struct cut* cut, int part) {
  return (int)((long)cut->n * part / cut->parts);
}
static int length(const struct cut* cut, int part) {
  return start(cut, part + 1) - start(cut, part);
}
static int own(const struct cut* cut) {
  return length(cut, cut->me);
}

/* A turn of the array: before it this rank has lines along k and a part of j, afterwards lines
 * along j and a part of k; before[i][j][k] becomes after[k][i][j]. */
struct turn {
  MPI_Comm comm;
  int communicate; /* 0: nothing is communicated, only the own part is copied */
  int i;
  struct cut j, k;
  int *count,
      *place; /* before the turn: the data for each rank; on the way back the roles are swapped */
  int *back_count, *back_place;
};

static struct turn make_turn(MPI_Comm comm, int communicate, int i, int nj, int nk) {
  struct turn t = {.comm = comm, .communicate = communicate, .i = i};
  MPI_Comm_size(comm, &t.j.parts);
  MPI_Comm_rank(comm, &t.j.me);
  t.k = t.j;
  t.j.n = nj;
  t.k.n = nk;
  t.count = allocate(t.j.parts, sizeof(int));
  t.place = allocate(t.j.parts, sizeof(int));
  t.back_count = allocate(t.j.parts, sizeof(int));
  t.back_place = allocate(t.j.parts, sizeof(int));
  for (int q = 0; q < t.j.parts; q++) {
    t.count[q] = length(&t.k, q) * i * own(&t.j);
    t.place[q] = start(&t.k, q) * i * own(&t.j);
    t.back_count[q] = own(&t.k) * i * length(&t.j, q);
    t.back_place[q] = own(&t.k) * i * start(&t.j, q);
  }
  return t;
}

static void free_turn(struct turn* t) {
  free(t->count);
  free(t->place);
  free(t->back_count);
  free(t->back_place);
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* Copies lines[i][j][k] to turned[k][i][j], or back, in tiles for the sake of the caches. As the k
 * of one rank follow those of another one, the data for each rank are contiguous in `turned`. */
static void turn_lines(const struct turn* t, value* restrict lines, value* restrict turned,
                       int back) {
  const int nj = own(&t->j), nk = t->k.n;
  for (int i = 0; i < t->i; i++) {
    for (int kk = 0; kk < nk; kk += TILE) {
      for (int jj = 0; jj < nj; jj += TILE) {
        for (int k = kk; k < smaller(kk + TILE, nk); k++) {
          value* line = lines + (size_t)i * nj * nk + k;
          value* other = turned + ((size_t)k * t->i + i) * nj;
          for (int j = jj; j < smaller(jj + TILE, nj); j++)
            if (back)
              line[(size_t)j * nk] = other[j];
            else
              other[j] = line[(size_t)j * nk];
        }
      }
    }
  }
}

/* Turns the parts of the ranks, [k][i][its part of j], to lines along j, or back. */
static void join_lines(const struct turn* t, value* restrict parts, value* restrict lines,
                       int back) {
  for (int q = 0; q < t->j.parts; q++) {
    const int run = length(&t->j, q);
    value* part = parts + t->back_place[q];
    for (int ki = 0; ki < own(&t->k) * t->i; ki++, part += run) {
      value* line = lines + (size_t)ki * t->j.n + start(&t->j, q);
      memcpy(back ? part : line, back ? line : part, run * sizeof *part);
    }
  }
}

static void exchange(const struct turn* t, const value* from, const int* count, const int* place,
                     value* to, const int* to_count, const int* to_place) {
  if (t->communicate) {
    MPI_Alltoallv(from, count, place, MPI_C_DOUBLE_COMPLEX, to, to_count, to_place,
                  MPI_C_DOUBLE_COMPLEX, t->comm);
  } else {
    memcpy(to + to_place[t->j.me], from + place[t->j.me], count[t->j.me] * sizeof *to);
  }
}

/* u and the buffer have room for the larger of both forms, and swap their roles. */
static void turn_forward(const struct turn* t, value** u, value** buffer) {
  turn_lines(t, *u, *buffer, 0);
  exchange(t, *buffer, t->count, t->place, *u, t->back_count, t->back_place);
  join_lines(t, *u, *buffer, 0);
  value* swap = *u;
  *u = *buffer;
  *buffer = swap;
}

static void turn_backward(const struct turn* t, value** u, value** buffer) {
  join_lines(t, *buffer, *u, 1);
  exchange(t, *buffer, t->back_count, t->back_place, *u, t->count, t->place);
  turn_lines(t, *buffer, *u, 1);
  value* swap = *u;
  *u = *buffer;
  *buffer = swap;
}

#endif
