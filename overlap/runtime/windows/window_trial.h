/* SPDX-License-Identifier: Apache-2.0 */
/* The form of calls whose windows may turn out to be useless: each begins with a trial, and goes
 * back to the blocking call where its window gained less than a request costs. */
#ifndef BAMBOO_WINDOW_TRIAL_H
#define BAMBOO_WINDOW_TRIAL_H

#include <mpi.h>

#include "shared/windows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In front of a call between two processes: each decides for itself, as a blocking call and the two
 * halves match the same messages. A bamboo_call_form. */
int bamboo_window_form(struct bamboo_window_trial* trial);

/* Behind an initiation that is timed. */
void bamboo_window_begins(struct bamboo_window_trial* trial, const MPI_Request* request);
void bamboo_window_begins_fortran(struct bamboo_window_trial* trial, const MPI_Fint* request);

/* Before the completion, also where nothing is timed: others may be. */
void bamboo_window_ends(struct bamboo_window_trial* trial, const MPI_Request* request);
void bamboo_window_ends_fortran(struct bamboo_window_trial* trial, const MPI_Fint* request);

#ifdef __cplusplus
}
#endif
#endif
