/* SPDX-License-Identifier: Apache-2.0 */
/* The code that the variants with overlap by hand share: a rotation in two phases, and a
 * multiplication that tests for messages at intervals. */
#ifndef BAMBOO_APPS_CANNON_SPLIT_PHASE_H
#define BAMBOO_APPS_CANNON_SPLIT_PHASE_H

#include "blocks.h"

enum { THINNEST = 64 }; /* thinner pieces of a block would slow dgemm down */

enum { ROTATION = 4 }; /* requests of one */

static inline void begin_rotation(const struct peers* p, int elements, const double* A,
                                  const double* B, double* rA, double* rB,
                                  MPI_Request request[ROTATION]) {
  MPI_Irecv(rA, elements, MPI_DOUBLE, p->a_from, 0, p->comm, &request[0]);
  MPI_Irecv(rB, elements, MPI_DOUBLE, p->b_from, 1, p->comm, &request[1]);
  MPI_Isend(A, elements, MPI_DOUBLE, p->a_to, 0, p->comm, &request[2]);
  MPI_Isend(B, elements, MPI_DOUBLE, p->b_to, 1, p->comm, &request[3]);
}

/* Returns the thickness of a piece of a block that is multiplied between two tests for messages. */
static inline int piece_of(int n) {
  const int even = (n + option.polls) / (option.polls + 1);
  return even > THINNEST ? even : THINNEST;
}

/* multiply() in pieces of the summed index, which costs least. Between pieces it tests for
 * messages, because most MPIs move messages only during calls. */
static inline void multiply_and_poll(int n, const double* A, const double* B, double beta,
                                     double* C, int requests, MPI_Request request[]) {
  const struct range rows = {0, n};
  const int piece = piece_of(n);
  for (struct range k = {0, 0}; k.from < n; k.from = k.to) {
    int done;
    k.to = k.from + piece < n ? k.from + piece : n;
    multiply_part(n, rows, k, A, B, k.from == 0 ? beta : 1, C);
    if (option.polls > 0) MPI_Testall(requests, request, &done, MPI_STATUSES_IGNORE);
  }
}

#endif
