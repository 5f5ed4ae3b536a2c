/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of windows that may need tests of the network while the program computes. */
#ifndef BAMBOO_LARGE_OPERATIONS_H
#define BAMBOO_LARGE_OPERATIONS_H

#include <mpi.h>

#include "shared/windows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Call it behind an initiation that begins a window, and behind the count of pending operations.
 * `request` is that of the operation; null if the blocking call was made. For a collective it tests
 * the network once. For a message it only compares sizes, if there is no relief thread. Any thread
 * may call it. */
void bamboo_overlap_starts(const MPI_Request* request, int32_t shape, int32_t count,
                           MPI_Datatype type, MPI_Comm communicator);
/* The same for a collective with a count for each process. */
void bamboo_overlap_starts_blocks(const MPI_Request* request, const int32_t* counts,
                                  MPI_Datatype type, MPI_Comm communicator);

void bamboo_overlap_starts_fortran(const MPI_Fint* request, int32_t shape, const int32_t* count,
                                   const MPI_Fint* type, const MPI_Fint* communicator);
void bamboo_overlap_starts_blocks_fortran(const MPI_Fint* request, const int32_t* counts,
                                          const MPI_Fint* type, const MPI_Fint* communicator);

#ifdef __cplusplus
}
#endif
#endif
