/* SPDX-License-Identifier: Apache-2.0 */
/* An exchange of ghost cells in two phases, by hand, for the variants that compute in between:
 * begin_receives, begin_sends, then look_for_messages now and then, then finish_receives. */
#ifndef BAMBOO_APPS_JACOBI3D_SPLIT_PHASE_H
#define BAMBOO_APPS_JACOBI3D_SPLIT_PHASE_H

#include "halo.h"
#include "kernel.h"

enum { MOST_HALOS = 12 }; /* half of the blocks of a part, three faces each */

struct exchange {
  const struct part* part;
  int halos;
  struct halo halo[MOST_HALOS];
  MPI_Request receives[MOST_HALOS], sends[MOST_HALOS];
  double* to; /* the mesh whose ghost cells the receives in flight belong to */
};

static inline void make_exchange(struct exchange* e, const struct part* part) {
  e->part = part;
  e->halos = 0;
  for (int n = 0; n < MOST_HALOS; n++) e->receives[n] = e->sends[n] = MPI_REQUEST_NULL;
}

/* Call it after the previous receives have finished, because each halo has one buffer. */
static inline void begin_receives(struct exchange* e, double* to) {
  e->to = to;
  for (int n = 0; n < e->halos; n++) {
    const struct halo* h = &e->halo[n];
    MPI_Irecv(h->in, h->count, MPI_DOUBLE, h->peer, h->in_tag, e->part->grid, &e->receives[n]);
  }
}

static inline void begin_sends(struct exchange* e, const double* from) {
  MPI_Waitall(e->halos, e->sends, MPI_STATUSES_IGNORE); /* of the last exchange */
  for (int n = 0; n < e->halos; n++) {
    const struct halo* h = &e->halo[n];
    pack(e->part, h, from);
    MPI_Isend(h->out, h->count, MPI_DOUBLE, h->peer, h->out_tag, e->part->grid, &e->sends[n]);
  }
}

typedef int (*completion)(int, MPI_Request[], int*, int[], MPI_Status[]);

/* Unpacks the messages that `complete` (MPI_Testsome, MPI_Waitsome) reports. Returns their
 * number. */
static inline int unpack_some(struct exchange* e, completion complete) {
  int arrived, which[MOST_HALOS];
  complete(e->halos, e->receives, &arrived, which, MPI_STATUSES_IGNORE);
  if (arrived == MPI_UNDEFINED) return 0;
  for (int n = 0; n < arrived; n++) unpack(e->part, &e->halo[which[n]], e->to);
  return arrived;
}

/* Also lets the MPI move messages, because most MPIs do so only during calls. */
static inline void look_for_messages(struct exchange* e) {
  unpack_some(e, MPI_Testsome);
}

static inline void finish_receives(struct exchange* e) {
  while (unpack_some(e, MPI_Waitsome) > 0) {
  }
}

static inline void free_exchange(struct exchange* e) {
  MPI_Waitall(e->halos, e->sends, MPI_STATUSES_IGNORE);
  free_halos(e->halos, e->halo);
}

/* sweep() in up to `polls` + 1 slabs, none thinner than the kernel's blocks. Between slabs it tests
 * for the messages of an exchange. */
static inline void sweep_and_poll(const struct part* p, struct box b, const double* u, double* v,
                                  double source, int polls, struct exchange* in_flight) {
  const int end = b.to[0], planes = end - b.from[0];
  int slab = (planes + polls) / (polls + 1);
  slab += (BLOCK_I - slab % BLOCK_I) % BLOCK_I;
  for (int i = b.from[0]; i < end; i += slab) {
    b.from[0] = i;
    b.to[0] = lesser(i + slab, end);
    sweep(p, b, u, v, source);
    if (polls > 0) look_for_messages(in_flight);
  }
}

#endif
