/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of windows that may need looks at the network while the program computes. */
#ifndef BAMBOO_LARGE_OPERATIONS_H
#define BAMBOO_LARGE_OPERATIONS_H

#include <mpi.h>

#include "shared/windows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Behind an initiation that begins a window, and behind the count of what is pending. `request`: of
 * the operation; null where the blocking call was made. A collective gets a look at the network. A
 * message costs a comparison where there is no thread for relief. Any thread may call it. */
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
