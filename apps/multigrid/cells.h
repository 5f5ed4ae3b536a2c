/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic on the cells of a level, which all variants share, in C and in C++. It computes a
 * cell in the same way in each variant, whatever the order of the cells. */
#ifndef BAMBOO_APPS_MULTIGRID_CELLS_H
#define BAMBOO_APPS_MULTIGRID_CELLS_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "levels.h"

enum { SWEEPS = 2, COARSEST_DEGREE = 8, COARSEST_TIMES = 4 };

/* The wave numbers of the solution's two eigenvectors. */
static const int mode[2][3] = {{1, 1, 1}, {3, 2, 4}};

/* The cells from[d] … to[d] - 1 along each axis d. Cell 1 is the first own one. */
struct part {
  int from[3], to[3];
};

static inline struct part all_cells(const struct box* box) {
  const struct part all = {{1, 1, 1}, {box->n[0] + 1, box->n[1] + 1, box->n[2] + 1}};
  return all;
}

enum copy { PACK, UNPACK, MIRROR };

/* Copies one face. PACK copies the outermost own cells to the buffer. UNPACK copies the buffer to
 * the ghost cells behind them. MIRROR negates the own cells and stores them in the ghost cells, at
 * the border of the domain. */
static inline void copy_face(const struct box* box, int face, enum copy what, double* __restrict u,
                             double* __restrict buffer) {
  const int axis = face / 2, rows = box->n[axis == 0 ? 1 : 0], columns = box->n[axis == 2 ? 1 : 2];
  const size_t down = box->stride[axis == 0 ? 1 : 0], right = axis == 2 ? box->stride[1] : 1;
  const size_t outwards = axis == 2 ? 1 : box->stride[axis];
  int at[3] = {1, 1, 1};
  if (face % 2) at[axis] = box->n[axis];
  double* own = u + at[0] * box->stride[0] + at[1] * box->stride[1] + at[2];
  double* ghost = face % 2 ? own + outwards : own - outwards;
  for (int r = 0; r < rows; r++, own += down, ghost += down, buffer += buffer ? columns : 0) {
    if (what == PACK)
      for (int c = 0; c < columns; c++) buffer[c] = own[c * right];
    else if (what == UNPACK)
      for (int c = 0; c < columns; c++) ghost[c * right] = buffer[c];
    else
      for (int c = 0; c < columns; c++) ghost[c * right] = -own[c * right];
  }
}

/* Fills the ghost cells of u at the border of the domain. */
static inline void mirror(const struct level* level, double* u) {
  for (int d = 0; d < 3; d++) {
    const int start = level->box.start[d];
    if (start == 0) copy_face(&level->box, 2 * d, MIRROR, u, NULL);
    if (start + level->box.n[d] == level->cells[d])
      copy_face(&level->box, 2 * d + 1, MIRROR, u, NULL);
  }
}

/* result = h^2 (f - A u) at n cells of one row. si and sj are the strides of i and j. */
static inline void residual(const double* __restrict u, const double* __restrict f,
                            double* __restrict result, int n, size_t si, size_t sj) {
  for (int k = 0; k < n; k++) {
    result[k] = (f[k] - 6 * u[k]) +
                ((u[k - si] + u[k + si]) + (u[k - sj] + u[k + sj]) + (u[k - 1] + u[k + 1]));
  }
}

/* v = one weighted Jacobi sweep over u, at the cells of `part`. With a negative `weight` the sweep
 * takes u as zero, and -weight as the weight. */
static inline void relax(struct level* level, struct part part, double weight) {
  const struct box* box = &level->box;
  const int n = part.to[2] - part.from[2];
  for (int i = part.from[0]; i < part.to[0]; i++) {
    for (int j = part.from[1]; j < part.to[1]; j++) {
      const size_t at = row(box, i, j) + part.from[2] - 1;
      const double* __restrict u = level->u + at;
      const double* __restrict f = level->f + at;
      double* __restrict v = level->v + at;
      if (weight < 0) {
        for (int k = 0; k < n; k++) v[k] = -weight / 6 * f[k];
      } else {
        residual(u, f, v, n, box->stride[0], box->stride[1]);
        for (int k = 0; k < n; k++) v[k] = u[k] + weight / 6 * v[k];
      }
    }
  }
}

static inline void swap_meshes(struct level* level) {
  double* old = level->u;
  level->u = level->v;
  level->v = old;
}

/* Returns the weight of sweep s. The `degree` sweeps together damp all eigenvalues of A / 6 from
 * `low` to `high` as well as a polynomial of that degree can (Chebyshev). */
static inline double weight_of(int s, int degree, double low, double high) {
  const double root = cos(M_PI * (2 * s + 1) / (2 * degree));
  return 2 / ((high + low) + (high - low) * root);
}

/* Returns the smallest eigenvalue of A / 6. The largest one is 2. */
static inline double smallest_eigenvalue(const struct level* level) {
  double sum = 0;
  for (int d = 0; d < 3; d++) sum += (1 - cos(M_PI / level->cells[d])) / 3;
  return sum;
}

/* f_below = the average of the residuals of eight cells, at the cells `part` of the coarser level.
 * It is multiplied by 4, because f contains the square of the spacing, which doubles. v is scratch
 * memory. `unused` makes the arguments those of relax(). */
static inline void restrict_residual(struct level* level, struct part part, double unused) {
  const struct box *box = &level->box, *below = &level->below;
  const int n = part.to[2] - part.from[2], first = 2 * (part.from[2] - 1);
  double *line = level->v, *sum = level->v + box->n[2];
  (void)unused;
  for (int i = part.from[0]; i < part.to[0]; i++) {
    for (int j = part.from[1]; j < part.to[1]; j++) {
      double* to = level->f_below + row(below, i, j) + part.from[2] - 1;
      memset(sum, 0, 2 * n * sizeof *sum);
      for (int child = 0; child < 4; child++) {
        const size_t at = row(box, 2 * i - 1 + child / 2, 2 * j - 1 + child % 2) + first;
        residual(level->u + at, level->f + at, line, 2 * n, box->stride[0], box->stride[1]);
        for (int k = 0; k < 2 * n; k++) sum[k] += line[k];
      }
      for (int k = 0; k < n; k++) to[k] = 4 * (sum[2 * k] + sum[2 * k + 1]) / 8;
    }
  }
}

/* Interpolates u_below linearly and adds it to u: each cell gets a quarter of the coarse cell that
 * contains it, and of the three coarse cells that are nearest. */
static inline void add_correction(struct level* level) {
  const struct box *box = &level->box, *below = &level->below;
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      const size_t here = row(below, (i + 1) / 2, (j + 1) / 2);
      const double* __restrict e = level->u_below + here;
      const double* __restrict next_i = i % 2 ? e - below->stride[0] : e + below->stride[0];
      const double* __restrict next_j = j % 2 ? e - below->stride[1] : e + below->stride[1];
      double* __restrict u = level->u + row(box, i, j);
      for (int k = 0; k < below->n[2]; k++) {
        const double common = e[k] + (next_i[k] + next_j[k]);
        u[2 * k] += (common + e[k - 1]) / 4;
        u[2 * k + 1] += (common + e[k + 1]) / 4;
      }
    }
  }
}

/* Copies a member's part into a joint box (own cells only), or out of it (own and ghost cells). */
static inline void copy_part(const struct box* joint, double* u, const struct box* member,
                             double* part, int into) {
  const int ghost = !into;
  for (int i = 1 - ghost; i <= member->n[0] + ghost; i++) {
    for (int j = 1 - ghost; j <= member->n[1] + ghost; j++) {
      double* own = part + row(member, i, j) - ghost;
      double* its = u - ghost + (member->start[2] - joint->start[2]) +
                    row(joint, i + member->start[0] - joint->start[0],
                        j + member->start[1] - joint->start[1]);
      memcpy(into ? its : own, into ? own : its, (member->n[2] + 2 * ghost) * sizeof *own);
    }
  }
}

/* Returns the global number of a row's first own cell. */
static inline uint64_t index_of(const struct box* box, int i, int j) {
  return ((uint64_t)(box->start[0] + i) * option.n[1] + box->start[1] + j) * option.n[2] +
         box->start[2];
}

/* Returns one eigenvector's values at the local cells of one axis. */
static inline double* eigenvector(const struct box* box, int axis, int m) {
  double* v = (double*)allocate((size_t)box->n[axis] + 2, sizeof *v);
  for (int i = 1; i <= box->n[axis]; i++)
    v[i] = sin(M_PI * m * (box->start[axis] + i - 0.5) / option.n[axis]);
  return v;
}

/* Adds the eigenvectors, each times its eigenvalue (of the operator times h^2) or 1, to u. */
static inline void add_eigenvectors(const struct box* box, double* u, int times_eigenvalue) {
  for (int m = 0; m < 2; m++) {
    double *v[3], factor = 0;
    for (int d = 0; d < 3; d++) {
      v[d] = eigenvector(box, d, mode[m][d]);
      factor += 2 * (1 - cos(M_PI * mode[m][d] / option.n[d]));
    }
    if (!times_eigenvalue) factor = 1;
    for (int i = 1; i <= box->n[0]; i++) {
      for (int j = 1; j <= box->n[1]; j++) {
        double* line = u + row(box, i, j) - 1;
        for (int k = 1; k <= box->n[2]; k++) line[k] += factor * (v[0][i] * v[1][j] * v[2][k]);
      }
    }
    for (int d = 0; d < 3; d++) free(v[d]);
  }
}

/* Fills u with pseudo-random numbers from -1 to 1. */
static inline void fill_with_noise(const struct box* box, double* u) {
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++)
      for (int k = 0; k < box->n[2]; k++)
        u[row(box, i, j) + k] = ldexp((double)(mix(index_of(box, i, j) + k) >> 11), -52) - 1;
  }
}

/* Returns the largest deviation of u from the solution, on this rank. */
static inline double error_here(const struct level* finest) {
  const struct box* box = &finest->box;
  double worst = 0;
  memset(finest->v, 0, box->points * sizeof *finest->v);
  add_eigenvectors(box, finest->v, 0);
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      for (int k = 0; k < box->n[2]; k++) {
        const size_t at = row(box, i, j) + k;
        const double error = fabs(finest->u[at] - finest->v[at]);
        if (!(error <= worst)) worst = error; /* true for NaN as well */
      }
    }
  }
  return worst;
}

/* Returns a hash of each cell's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static inline uint64_t hash(const struct box* box, const double* u) {
  uint64_t sum = 0, bits;
  for (int i = 1; i <= box->n[0]; i++) {
    for (int j = 1; j <= box->n[1]; j++) {
      for (int k = 0; k < box->n[2]; k++) {
        memcpy(&bits, &u[row(box, i, j) + k], sizeof bits);
        sum += mix(bits + mix(index_of(box, i, j) + k));
      }
    }
  }
  return sum;
}

/* A V-cycle divides the error by at least 4, until only rounding errors are left. */
static inline int small_enough(const struct level* finest, double error, double start) {
  const double noise = 4e-16 / smallest_eigenvalue(finest);
  return error <= start * pow(0.25, option.cycles) + noise;
}

static inline void print_result(double error, double start, uint64_t sum, int right) {
  printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
  printf("error: %.3e, %.3e at the start, %s\n", error, start, right ? "verified" : "WRONG");
}

#endif
