// SPDX-License-Identifier: Apache-2.0
// Planned collectives behind requests of the installed MPI.
//
// The handle that the program gets is a real request of the MPI, the *proxy*: a receive of this
// process from itself, which a message of its own completes when the plan is complete. So the MPI
// itself defines the behaviour of mixed requests, inactive and null ones, statuses and Fortran
// handles. Its completion calls add progress: while plans are in progress these calls poll them
// and the program's requests alternately.
//
// Before the program enters a call that may block without polling plans, direct plans
// (is_direct()) are detached: all their messages are started, and from then on the MPI's own
// progress completes them. Other plans are used only with an MPI that polls plans itself, in all
// its calls (progress_hook.h).
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>

#include "execution/run.h"
#include "requests/entry_flags.h"
#include "requests/proxy_request.h"
#include "requests/watched_calls.h"

namespace bamboo::plans::pmpi {

/// An inactive persistent request. Local.
int make_persistent(std::unique_ptr<RequestServer> server, MPI_Request* request);
/// For a nonblocking collective, which is in progress when this returns. Local.
int start_once(std::unique_ptr<RequestServer> server, MPI_Request* request);

/// The program starts, or frees, any of its requests. Requests without a plan are not affected, and
/// `start_proxy` returns false.
bool start_proxy(MPI_Request request, int& error);
inline std::atomic<int> persistent_proxies{0};
void forget_proxy(MPI_Request request);

/// Ended with an error that the program has not seen.
inline std::atomic<int> requests_failed{0};

/// Brings all of them on as far as they can without waiting. Any thread.
void progress_requests();
/// Lets all go that are direct, and refuses votes (watched_calls.h).
void detach_requests();
/// Whether a plan may still need it.
bool is_proxy(MPI_Request request);
/// Whether that proxy's plan is complete, or it has no plan.
bool is_proxy_at_end(MPI_Request request);
/// The error of the plan behind a completed proxy, and the communicator to report it to; returned
/// once.
struct Failure {
  int code = MPI_SUCCESS;
  MPI_Comm program = MPI_COMM_NULL;
};
Failure take_failure(MPI_Request proxy);

/// A plan's run to its end, while requests are under way as well.
int wait_among_requests(Run& run);

/// Call it before a call that may block without polling plans. (If a thread is in such a call while
/// another one starts a plan, nothing is needed: plans of several threads are detached at their
/// start.)
inline void before_blocking() {
  if (are_requests_under_way()) detach_requests();
}

/// Call it before the program polls, possibly repeatedly, for something that has arrived.
inline void before_polling() {
  if (!are_requests_under_way()) return;
  refuse_votes();
  progress_requests();
}

/// Nothing came: others may want the processor.
void yield_processor();
/// Call it before the end of MPI.
void end_requests();

}  // namespace bamboo::plans::pmpi
