/* SPDX-License-Identifier: Apache-2.0 */
/* Included behind an installed MPI's mpi.h: a note in the object that names this MPI, because
 * objects for different ones cannot be linked. 1 = Open MPI, 2 = MPICH and its relatives. */
#ifndef BAMBOO_MPI_NOTE_H
#define BAMBOO_MPI_NOTE_H
#include <bamboo/mode_note.h>
#if defined(OPEN_MPI)
BAMBOO_NOTE("mpi", 3, 1);
#elif defined(MPICH_VERSION) || defined(I_MPI_VERSION)
BAMBOO_NOTE("mpi", 3, 2);
#endif
#endif
