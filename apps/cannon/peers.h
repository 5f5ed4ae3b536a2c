/* SPDX-License-Identifier: Apache-2.0 */
/* Who gets a rank's A and B when they move on, and whose it gets. MPI_PROC_NULL when nothing is
 * communicated. */
#ifndef BAMBOO_APPS_CANNON_PEERS_H
#define BAMBOO_APPS_CANNON_PEERS_H

#include <mpi.h>

struct peers {
  MPI_Comm comm;
  int a_to, a_from, b_to, b_from;
};

#endif
