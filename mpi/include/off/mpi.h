/* SPDX-License-Identifier: Apache-2.0 */
/* Mode off: the installed MPI's header, and notes in the object that name the mode and the MPI.
 * No include guard: the installed header has its own and may rely on being included again. */
#include <bamboo/mode_note.h>
#ifndef BAMBOO_MODE_OFF_NOTED
#define BAMBOO_MODE_OFF_NOTED
BAMBOO_MODE_NOTE(2);
#endif
#include_next <mpi.h>

/* It reads the macros of that header. */
#include <bamboo/mpi_note.h>
