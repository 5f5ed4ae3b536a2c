/* SPDX-License-Identifier: Apache-2.0 */
/* Receives what the neighbours have of x behind the rank's own part of it. */
#include <stdio.h>
#include <stdlib.h>

#include "timed.h"

void exchange(const struct matrix* a, double* x) {
  MPI_Request* requests = malloc((size_t)a->neighbours * sizeof(MPI_Request));
  double *from = x + a->rows, *to = a->buffer;
  for (int i = 0; i < a->neighbours; i++) {
    MPI_Irecv(from, a->received_from[i], MPI_DOUBLE, a->peer[i], 99, MPI_COMM_WORLD, &requests[i]);
    from += a->received_from[i];
  }
  for (int i = 0; i < a->sent; i++) to[i] = x[a->sent_rows[i]];
  for (int i = 0; i < a->neighbours; i++) {
    MPI_Send(to, a->sent_to[i], MPI_DOUBLE, a->peer[i], 99, MPI_COMM_WORLD);
    to += a->sent_to[i];
  }
  for (int i = 0; i < a->neighbours; i++) {
    MPI_Status status;
    if (MPI_Wait(&requests[i], &status)) {
      fprintf(stderr, "MPI_Wait failed\n");
      exit(1);
    }
  }
  free(requests);
}
