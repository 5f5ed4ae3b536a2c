/* SPDX-License-Identifier: Apache-2.0 */
/* The form of collectives that gain nothing by a nonblocking one. A blocking collective matches no
 * nonblocking one, so all processes of a communicator must use the same form: at its first use they
 * agree, by one small MPI_Allreduce. The pass (overlap/pass/instrumentation/collective_form.cpp)
 * writes these calls and the variable; keep both alike.
 */
#ifndef BAMBOO_COLLECTIVE_FORM_H
#define BAMBOO_COLLECTIVE_FORM_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined where the compiler has seen collectives with windows worth a request; its address is null
 * elsewhere. */
extern const int32_t bamboo_overlap_has_collective_windows __attribute__((weak));

/* In front of every collective: not 0 where it is to be nonblocking, since some process of the
 * communicator has windows. The first one on a communicator waits for all its processes, as the
 * blocking call may. Without an agreement collectives are nonblocking: between two groups, and
 * where the library has not seen MPI begin. */
int bamboo_overlap_is_nonblocking(MPI_Comm communicator);
int bamboo_overlap_is_nonblocking_fortran(const MPI_Fint* communicator);

/* The request of what was done at once. */
void bamboo_overlap_no_request_fortran(MPI_Fint* request);

#ifdef __cplusplus
}

namespace bamboo::overlap {

/// After MPI_Init.
void start_agreements();

/// Before MPI_Finalize.
void stop_agreements();

}  // namespace bamboo::overlap
#endif
#endif
