/* SPDX-License-Identifier: Apache-2.0 */
/* The exchange of two neighbours. A rank sends the points of a block at a face of its part, and
 * receives the ghost cells behind them. The block is the whole part, or a piece of it. */
#ifndef BAMBOO_APPS_JACOBI3D_HALO_H
#define BAMBOO_APPS_JACOBI3D_HALO_H

#include <string.h>

#include "part.h"

struct halo {
  int peer, count, out_tag, in_tag;
  struct box inside, ghost; /* one layer of points each */
  double *out, *in;         /* packed, as they travel */
};

/* Makes the halos of a block, at most one for each face; returns their number. Both ranks of a face
 * give the blocks that touch there the same `number` (below 8). */
static inline int find_halos(const struct part* p, struct box block, const int number[3],
                             struct halo halo[FACES]) {
  int halos = 0;
  for (int face = 0; face < FACES; face++) {
    const int d = face / 2, upper = face % 2;
    const int at_face = upper ? block.to[d] == p->n[d] + 1 : block.from[d] == 1;
    if (!at_face || p->peer[face] == MPI_PROC_NULL) continue;
    struct halo* h = &halo[halos++];
    h->peer = p->peer[face];
    h->out_tag = 8 * face + number[d];
    h->in_tag = 8 * (face ^ 1) + number[d];
    h->inside = layer_at(p, block, face, 0);
    h->ghost = layer_at(p, block, face, 1);
    h->count = points_in(h->ghost);
    h->out = (double*)allocate(h->count, sizeof(double));
    h->in = (double*)allocate(h->count, sizeof(double));
  }
  return halos;
}

static inline int find_faces(const struct part* p, struct halo halo[FACES]) {
  static const int only[3] = {0, 0, 0};
  return find_halos(p, whole(p), only, halo);
}

static inline void free_halos(int halos, struct halo* halo) {
  for (int n = 0; n < halos; n++) {
    free(halo[n].out);
    free(halo[n].in);
  }
}

/* Rows of k are copied whole, a layer of constant k point by point. */
static inline void pack_box(const struct part* p, struct box b, const double* __restrict u,
                            double* __restrict out) {
  const int columns = b.to[1] - b.from[1], row = b.to[2] - b.from[2];
  for (int i = b.from[0]; i < b.to[0]; i++) {
    const double* from = u + index_of(p, i, b.from[1], b.from[2]);
    if (row == 1)
      for (int j = 0; j < columns; j++) *out++ = from[j * p->stride[1]];
    else
      for (int j = 0; j < columns; j++, out += row)
        memcpy(out, from + j * p->stride[1], row * sizeof *out);
  }
}

static inline void unpack_box(const struct part* p, struct box b, const double* __restrict in,
                              double* __restrict u) {
  const int columns = b.to[1] - b.from[1], row = b.to[2] - b.from[2];
  for (int i = b.from[0]; i < b.to[0]; i++) {
    double* to = u + index_of(p, i, b.from[1], b.from[2]);
    if (row == 1)
      for (int j = 0; j < columns; j++) to[j * p->stride[1]] = *in++;
    else
      for (int j = 0; j < columns; j++, in += row)
        memcpy(to + j * p->stride[1], in, row * sizeof *in);
  }
}

static inline void pack(const struct part* p, const struct halo* h, const double* u) {
  pack_box(p, h->inside, u, h->out);
}

static inline void unpack(const struct part* p, const struct halo* h, double* u) {
  unpack_box(p, h->ghost, h->in, u);
}

#endif
