/* SPDX-License-Identifier: Apache-2.0 */
/* The form of calls whose windows may turn out to be of no use: each begins with a trial, and goes
 * back to the blocking call where its window gained less than a request costs. The pass
 * (overlap/pass/instrumentation/call_form.cpp) writes this structure and these calls; keep both
 * alike.
 */
#ifndef BAMBOO_WINDOW_TRIAL_H
#define BAMBOO_WINDOW_TRIAL_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a call is carried out this time. */
enum bamboo_call_form {
  bamboo_call_blocks = 0,
  bamboo_call_starts = 1,       /* a request is completed later */
  bamboo_call_starts_timed = 2, /* the same; how long it is in flight is asked for */
};

/* Of one call in the source, a variable of the program, zero in the beginning. Threads at the same
 * time may lose an execution: what is right does not depend on it. */
struct bamboo_window_trial {
  uint64_t opened_at;           /* ns; 0: no window is timed */
  uint64_t opened_at_processor; /* by the time that the thread has run */
  uint64_t use_ns;              /* of this trial's windows, while the operation was in flight */
  uint64_t* summed;             /* where a collective adds its use; null: to its own */
  int32_t executions;           /* of this trial */
  int32_t turns;                /* before the next one: > 0 blocking, < 0 nonblocking */
  int32_t period;               /* turns behind the next trial; 0: behind the first one */
};

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
