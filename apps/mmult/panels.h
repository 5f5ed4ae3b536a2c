/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of a rank as panels: each lies in contiguous memory of its own and is passed on by
 * itself, A's to the right and B's down, so that one travels while another is multiplied. */
#ifndef BAMBOO_APPS_MMULT_PANELS_H
#define BAMBOO_APPS_MMULT_PANELS_H

#include <string.h>

#include "../cannon/grid.h"

enum { PANELS = 2 }; /* of a block */

struct panels {
  int n, width, elements; /* A's are n x width, B's width x n */
  double *A[PANELS], *B[PANELS];
  double *rA, *rB; /* what comes in */
  struct peers peers;
};

/* Begins the program. Returns -1 to continue; else the program has ended with this exit code. */
static inline int set_up_panels(int argc, char** argv, const char* name, struct grid* grid,
                                struct blocks* blocks, struct panels* panels) {
  int status = set_up(argc, argv, name, grid, blocks);
  if (status < 0 && blocks->n % PANELS != 0) {
    status = refuse("the %d rows of a block are not a multiple of %d panels", blocks->n, PANELS);
    MPI_Comm_free(&grid->comm);
    end_early(status);
  }
  if (status >= 0) return status;
  const struct peers p = grid->peers;
  *panels = (struct panels){.n = blocks->n,
                            .width = blocks->n / PANELS,
                            .elements = blocks->elements / PANELS,
                            .peers = {p.comm, p.a_from, p.a_to, p.b_from, p.b_to}};
  double* A = allocate(blocks->elements, sizeof(double));
  double* B = allocate(blocks->elements, sizeof(double));
  fill(blocks, A, B);
  const size_t width = (size_t)panels->width;
  for (int p = 0; p < PANELS; p++) {
    panels->A[p] = allocate(panels->elements, sizeof(double));
    panels->B[p] = allocate(panels->elements, sizeof(double));
    for (int i = 0; i < panels->n; i++)
      memcpy(panels->A[p] + i * width, A + (size_t)i * panels->n + p * width,
             width * sizeof(double));
    memcpy(panels->B[p], B + (size_t)p * panels->elements, panels->elements * sizeof(double));
  }
  panels->rA = A; /* larger than a panel */
  panels->rB = B;
  return -1;
}

/* C = beta C + A B of the panels p, over the summed indices k in them */
static inline void multiply_part_of_panel(const struct panels* s, int p, struct range k,
                                          double beta, double* C) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s->n, s->n, k.to - k.from, 1.0,
              s->A[p] + k.from, s->width, s->B[p] + (size_t)k.from * s->n, s->n, beta, C, s->n);
}

/* The panel that arrived replaces the one that was passed on. Without messages the panel stays. */
static inline void take_panel(struct panels* s, int p) {
  if (!option.communicate) return;
  swap(&s->A[p], &s->rA);
  swap(&s->B[p], &s->rB);
}

static inline int finish_panels(struct grid* grid, const struct blocks* blocks, struct panels* s,
                                double* C, double seconds) {
  for (int p = 0; p < PANELS; p++) {
    free(s->A[p]);
    free(s->B[p]);
  }
  free(s->rA);
  free(s->rB);
  return finish("mmult", grid, blocks, C, seconds);
}

#endif
