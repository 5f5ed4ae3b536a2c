/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between compiler and library for windows (--bamboo-measure-windows), progress. */
#ifndef BAMBOO_WINDOW_SITE_H
#define BAMBOO_WINDOW_SITE_H

#include "shared/windows.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* The compiler defines them in programs that have the property; elsewhere their addresses are null.
 * Windows: the program counts what is pending while it computes. Large operations: windows of some
 * that are not short for certain. Early messages: some had better leave without the receiver's
 * answer. One-sided: it makes memory windows. Callbacks: it has operations of its own, or
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
