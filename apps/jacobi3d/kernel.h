/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep: seven-point stencil, blocked for cache along the axes that are not contiguous. All
 * variants share it. Compiled with OpenMP, the threads of a rank share the blocks. */
#ifndef BAMBOO_APPS_JACOBI3D_KERNEL_H
#define BAMBOO_APPS_JACOBI3D_KERNEL_H

#include "part.h"

enum { BLOCK_I = 4, BLOCK_J = 8 };

static inline int lesser(int a, int b) {
  return a < b ? a : b;
}

/* Sweeps one row. This loop takes nearly all of the time. */
static inline void relax(const double* __restrict u, double* __restrict v, int n, size_t si,
                         size_t sj, double source) {
  for (int k = 0; k < n; k++) {
    v[k] =
        ((u[k - si] + u[k + si]) + (u[k - sj] + u[k + sj]) + (u[k - 1] + u[k + 1])) * (1.0 / 6.0) -
        source;
  }
}

/* v = one sweep over u, at the points of a box. */
static inline void sweep(const struct part* p, struct box b, const double* __restrict u,
                         double* __restrict v, double source) {
  const int row = b.to[2] - b.from[2];
#ifdef _OPENMP
#pragma omp parallel for collapse(2) schedule(static)
#endif
  for (int ii = b.from[0]; ii < b.to[0]; ii += BLOCK_I) {
    for (int jj = b.from[1]; jj < b.to[1]; jj += BLOCK_J) {
      const int i_end = lesser(ii + BLOCK_I, b.to[0]), j_end = lesser(jj + BLOCK_J, b.to[1]);
      for (int i = ii; i < i_end; i++) {
        for (int j = jj; j < j_end; j++) {
          const size_t at = index_of(p, i, j, b.from[2]);
          relax(u + at, v + at, row, p->stride[0], p->stride[1], source);
        }
      }
    }
  }
}

#endif
