/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between compiler and library for windows (--bamboo-measure-windows), progress. The
 * pass (overlap/pass/instrumentation/{window_sites,polls,library_needs}.cpp) writes this structure,
 * these calls and variables; keep both alike.
 */
#ifndef BAMBOO_WINDOW_SITE_H
#define BAMBOO_WINDOW_SITE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call in the source, a variable of the program. The library counts in it by atomic operations.
 * Where threads execute the call at the same time, their windows have one `opened_at`, and the times
 * are approximate. */
struct bamboo_window_site {
  const char* call; /* "MPI_Allreduce" */
  const char* file;
  int32_t line;
  int32_t listed; /* 1: the library knows it */
  struct bamboo_window_site* next;
  uint64_t executions;
  uint64_t bytes;     /* summed; of the longest buffer, where its size is a constant */
  uint64_t opened_at; /* ns, by the monotonic clock; 0: nothing is pending */
  uint64_t window_ns; /* from the initiation's return to the completion's call, summed */
  uint64_t wait_ns;   /* in the completion, summed */
  uint64_t blocking;  /* executions that went back to the blocking call, which have no window */
  int32_t went_back;  /* the last one did; -1: the program's own call, which cannot */
};

/* Behind the initiation; `blocks`: it was the blocking call. */
void bamboo_window_opens(struct bamboo_window_site* site, uint64_t bytes, int32_t blocks);
/* Before and behind the completion, which a conditional may have left: then on ways, too, that
 * start nothing. */
void bamboo_window_closes(struct bamboo_window_site* site);
void bamboo_window_waited(struct bamboo_window_site* site);

/* The program's own calls: behind one that starts something, before and behind one that completes.
 * The window of a completion is the time since the last of these calls. */
void bamboo_window_own_starts(void);
void bamboo_window_own_closes(struct bamboo_window_site* site);
void bamboo_window_own_waited(struct bamboo_window_site* site);

/* Defined where the compiler has seen that the program has what they stand for; their addresses are
 * null elsewhere. Windows: the program counts what is pending while it computes. Large operations:
 * windows of some that are not short for certain. Early messages: some had better leave without the
 * receiver's answer. One-sided: it makes memory windows. Callbacks: it has operations of its own, or
 * generalised requests. Other jobs: it joins processes that another launcher has started. */
extern const int32_t bamboo_overlap_has_windows __attribute__((weak));
extern const int32_t bamboo_overlap_has_large_operations __attribute__((weak));
extern const int32_t bamboo_overlap_has_early_messages __attribute__((weak));
extern const int32_t bamboo_overlap_has_one_sided __attribute__((weak));
extern const int32_t bamboo_overlap_has_callbacks __attribute__((weak));
extern const int32_t bamboo_overlap_has_other_jobs __attribute__((weak));

/* Operations that the program has started and not yet completed. */
extern int32_t bamboo_overlap_pending;
/* Called now and then by computation in a window while operations are pending: lets the MPI move
 * them, at most once in a while. */
void bamboo_overlap_progress(void);

#ifdef __cplusplus
}
#endif
#endif
