/* SPDX-License-Identifier: Apache-2.0 */
/* The form of collectives that gain nothing by a nonblocking one. A blocking collective matches no
 * nonblocking one, so all processes of a communicator must use the same form: at its first use they
 * agree, by one small MPI_Allreduce, and again behind each trial of its windows. */
#ifndef BAMBOO_COLLECTIVE_FORM_H
#define BAMBOO_COLLECTIVE_FORM_H

#include <mpi.h>
#include <stdint.h>

#include "windows/window_trial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Defined where the compiler has seen collectives with windows worth a request; its address is null
 * elsewhere. */
extern const int32_t bamboo_overlap_has_collective_windows __attribute__((weak));

/* Defined by the link where objects that the pass has not seen call collectives: these are blocking
 * ones, so that all are. Only its address has a meaning; it is null elsewhere. */
extern const int32_t bamboo_overlap_has_plain_collectives __attribute__((weak));

/* In front of every collective: a bamboo_call_form, not 0 where some process of the communicator
 * gains. The first one on a communicator waits for all its processes, as the blocking call may, and
 * so does the one behind each trial. Without an agreement collectives are nonblocking: between two
 * groups, and where the library has not seen MPI begin. `trial`: of the window; null: none. */
int bamboo_overlap_form(MPI_Comm communicator, int32_t known, struct bamboo_window_trial* trial);
int bamboo_overlap_form_fortran(const MPI_Fint* communicator, int32_t known,
                                struct bamboo_window_trial* trial);

/* The request of an operation that is already complete. */
void bamboo_overlap_no_request_fortran(MPI_Fint* request);

#ifdef __cplusplus
}

namespace bamboo::overlap {

/// Call it after MPI_Init.
void start_agreements();

/// Call it before MPI_Finalize.
void stop_agreements();

}  // namespace bamboo::overlap
#endif
#endif
