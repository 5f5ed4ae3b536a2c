/* SPDX-License-Identifier: Apache-2.0 */
#include "levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many ranks along an axis precede the c-th that takes part. */
static int ranks_before(const struct level* level, int d, int c) {
  const int before = c * level->step[d];
  return before < option.dims[d] ? before : option.dims[d];
}

/* Computes where parts begin. A part begins at a boundary of cells of the next coarser level. When
 * ranks join their parts, the joint part consists of these parts. Therefore the coarsest level is
 * divided first. */
static void draw_bounds(struct level* level, const struct level* next, int d) {
  int* bound = level->bounds[d] = (int*)allocate(level->ranks[d] + 1, sizeof(int));
  for (int c = 0; c <= level->ranks[d]; c++) {
    if (!next) {
      bound[c] = (int)((long)level->cells[d] * ranks_before(level, d, c) / option.dims[d]);
    } else if (next->ranks[d] == level->ranks[d]) {
      bound[c] = 2 * next->bounds[d][c];
    } else if (c == level->ranks[d]) {
      bound[c] = level->cells[d];
    } else {
      const int first = c / 2 * 2, low = next->bounds[d][c / 2], high = next->bounds[d][c / 2 + 1];
      const int ranks = ranks_before(level, d, first + 2) - ranks_before(level, d, first);
      const int before = ranks_before(level, d, c) - ranks_before(level, d, first);
      bound[c] = 2 * (low + (high - low) * before / ranks);
    }
  }
}

int plan_levels(struct level levels[LEVELS]) {
  int count = 0, coarsen = 1;
  memset(levels, 0, LEVELS * sizeof *levels);
  while (coarsen) {
    struct level* level = &levels[count];
    for (int d = 0; d < 3; d++) {
      level->cells[d] = option.n[d] >> count;
      level->ranks[d] = count ? level[-1].ranks[d] : option.dims[d];
      level->step[d] = count ? level[-1].step[d] : 1;
      if (count && level->ranks[d] > 1 && level->cells[d] / level->ranks[d] < option.least) {
        level->ranks[d] = (level->ranks[d] + 1) / 2;
        level->step[d] *= 2;
      }
    }
    coarsen = ++count < LEVELS;
    for (int d = 0; d < 3; d++)
      coarsen = coarsen && level->cells[d] % 2 == 0 && level->cells[d] >= 4;
  }
  for (int l = count - 1; l >= 0; l--) {
    for (int d = 0; d < 3; d++) draw_bounds(&levels[l], l + 1 < count ? &levels[l + 1] : NULL, d);
  }
  return count;
}

static int smallest(const int n[3]) {
  const int least = n[0] < n[1] ? n[0] : n[1];
  return least < n[2] ? least : n[2];
}

int suits(const struct level* levels, int count, int complain) {
  const struct level* last = &levels[count - 1];
  if (smallest(last->cells) > COARSEST) {
    if (complain) {
      fprintf(stderr,
              "multigrid: %d x %d x %d cells cannot be halved until an axis has %d or fewer; give "
              "numbers like 64, 80, 96, 112\n",
              option.n[0], option.n[1], option.n[2], COARSEST);
    }
    return 0;
  }
  for (int l = 0; l < count; l++) {
    for (int d = 0; d < 3; d++) {
      for (int c = 0; c < levels[l].ranks[d]; c++) {
        if (levels[l].bounds[d][c] < levels[l].bounds[d][c + 1]) continue;
        if (complain) {
          fprintf(stderr, "multigrid: %d cells along axis %d are too few for %d ranks\n",
                  option.n[d], d, option.dims[d]);
        }
        return 0;
      }
    }
  }
  return 1;
}

static void finish_box(struct box* box) {
  box->stride[1] = (size_t)box->n[2] + 2;
  box->stride[0] = ((size_t)box->n[1] + 2) * box->stride[1];
  box->points = ((size_t)box->n[0] + 2) * box->stride[0];
}

int rank_at(const int at[3]) {
  return (at[0] * option.dims[1] + at[1]) * option.dims[2] + at[2];
}

static void find_neighbours(struct level* level, const int at[3]) {
  for (int face = 0; face < FACES && option.communicate; face++) {
    const int d = face / 2, n = level->neighbours, *extent = level->box.n;
    int there[3] = {at[0], at[1], at[2]};
    there[d] += face % 2 ? level->step[d] : -level->step[d];
    if (there[d] < 0 || there[d] >= option.dims[d]) continue;
    level->peer[n] = rank_at(there);
    level->face[n] = face;
    level->count[n] = extent[d == 0 ? 1 : 0] * extent[d == 2 ? 1 : 2];
    level->out[n] = (double*)allocate(level->count[n], sizeof(double));
    level->in[n] = (double*)allocate(level->count[n], sizeof(double));
    level->neighbours++;
  }
}

/* If fewer ranks take part in the next level: makes their communicator, and finds the cells that
 * each contributes. */
static void join(struct level* level, const struct level* next, const int at[3], MPI_Comm grid) {
  int color = MPI_UNDEFINED, key, me;
  if (level->active) {
    color = 0;
    for (int d = 0; d < 3; d++) color = color * next->ranks[d] + at[d] / next->step[d];
  }
  MPI_Comm_rank(grid, &key);
  MPI_Comm_split(grid, color, key, &level->group);
  if (!level->active) return;
  MPI_Comm_rank(level->group, &me);
  MPI_Comm_size(level->group, &level->members);
  level->u_below = (double*)allocate(level->below.points, sizeof(double));
  level->f_below = (double*)allocate(level->below.points, sizeof(double));
  if (me == 0) level->member = (struct box*)allocate(level->members, sizeof *level->member);
  MPI_Gather(&level->below, sizeof level->below, MPI_BYTE, level->member, sizeof level->below,
             MPI_BYTE, 0, level->group);
  if (me != 0) return;
  level->counts = (int*)allocate(level->members, sizeof(int));
  level->places = (int*)allocate(level->members, sizeof(int));
  int total = 0;
  for (int m = 0; m < level->members; m++) {
    level->counts[m] = (int)level->member[m].points;
    level->places[m] = total;
    total += level->counts[m];
  }
  level->parts = (double*)allocate(total, sizeof(double));
}

void make_part(struct level* level, const int at[3]) {
  level->group = MPI_COMM_NULL;
  level->active = 1;
  for (int d = 0; d < 3; d++) level->active = level->active && at[d] % level->step[d] == 0;
  if (!level->active) return;
  for (int d = 0; d < 3; d++) {
    const int* bound = &level->bounds[d][at[d] / level->step[d]];
    level->box.start[d] = bound[0];
    level->box.n[d] = bound[1] - bound[0];
    level->below.start[d] = bound[0] / 2;
    level->below.n[d] = level->box.n[d] / 2;
  }
  finish_box(&level->box);
  finish_box(&level->below);
  find_neighbours(level, at);
  level->u = (double*)allocate(level->box.points, sizeof(double));
  level->v = (double*)allocate(level->box.points, sizeof(double));
  level->f = (double*)allocate(level->box.points, sizeof(double));
}

int joins(const struct level* level, const struct level* next) {
  return memcmp(level->ranks, next->ranks, sizeof level->ranks) != 0;
}

void make_level(struct level* level, const struct level* next, const int at[3], MPI_Comm grid) {
  make_part(level, at);
  if (next && joins(level, next)) join(level, next, at, grid);
}

void free_level(struct level* level) {
  for (int d = 0; d < 3; d++) free(level->bounds[d]);
  for (int n = 0; n < level->neighbours; n++) {
    free(level->out[n]);
    free(level->in[n]);
  }
  free(level->u);
  free(level->v);
  free(level->f);
  if (level->group == MPI_COMM_NULL) return;
  MPI_Comm_free(&level->group);
  free(level->u_below);
  free(level->f_below);
  free(level->member);
  free(level->counts);
  free(level->places);
  free(level->parts);
}
