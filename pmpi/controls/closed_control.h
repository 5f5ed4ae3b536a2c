/* SPDX-License-Identifier: Apache-2.0 */
/* Controls that are closed, in C, because the library that programs are linked with uses them as
 * well. */
#ifndef BAMBOO_CLOSED_CONTROL_H
#define BAMBOO_CLOSED_CONTROL_H

#include <bamboo_controls.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/** Ends the program when `call` has a closed control. After the end of MPI no rank is known. */
static inline void insist_on_open(const uint64_t* control, const char* call) {
  int rank = -1, finalized = 0;
  if (!control || *control != BAMBOO_CONTROL_CLOSED) return;
  PMPI_Finalized(&finalized);
  if (!finalized) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fprintf(stderr,
          "bamboo: error: rank %d: %s has a control that is closed; set it to 0 to plan anew\n",
          rank, call);
#ifdef MPICH_VERSION
  usleep(100000); /* its launcher may end the job before it has read the output */
#endif
  if (!finalized) PMPI_Abort(MPI_COMM_WORLD, 3);
  exit(3);
}

#endif
