// SPDX-License-Identifier: Apache-2.0
#ifndef HALO_GUARD_H
#define HALO_GUARD_H
#include <mpi.h>
static inline void halo(double *s, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
}
#endif
