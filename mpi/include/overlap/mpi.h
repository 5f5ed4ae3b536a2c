/* SPDX-License-Identifier: Apache-2.0 */
/* Mode overlap: the installed MPI's header, and notes in the object that name the mode and the MPI.
 * No include guard: the installed header has its own and may rely on being included again. */
#include <bamboo/mode_note.h>
#ifndef BAMBOO_MODE_OVERLAP_NOTED
#define BAMBOO_MODE_OVERLAP_NOTED
BAMBOO_MODE_NOTE(3);
#ifdef BAMBOO_WITHOUT_PASS /* the compiler does not take the pass */
BAMBOO_NOTE("plain", 5, 1);
#endif
#endif
#include_next <mpi.h>

/* It reads the macros of that header. */
#include <bamboo/mpi_note.h>
