// SPDX-License-Identifier: Apache-2.0
/// \file
/// Planned collectives behind requests of the installed MPI.
///
/// The handle that the program gets is a real request of the MPI, the *proxy*: a receive of this
/// process from itself, which a message of its own completes when the plan has come to its end. So
/// the MPI itself says what every mix of requests, inactive and null ones, statuses and Fortran
/// handles mean. What is added in its completion calls is progress: while plans are under way these
/// calls look at them and at the program's requests by turns.
///
/// Before the program enters a call that may block and does not look at plans, direct
/// ones (is_direct()) are detached: all their messages are started, and from then on the MPI's own
/// progress brings them to their end. Others are only for an MPI that looks at plans itself, in all
/// its calls (progress_hook.h).
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
/// Of a nonblocking collective, which is under way when this returns. Local.
int start_once(std::unique_ptr<RequestServer> server, MPI_Request* request);

/// The program starts, or frees, any of its requests: nothing happens to those that carry no plan,
/// and `start_proxy` says false.
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
/// Whether that proxy's plan has come to its end, or there is none behind it.
bool is_proxy_at_end(MPI_Request request);
/// The error of the plan behind a completed proxy, and the communicator to tell; taken once.
struct Failure {
  int code = MPI_SUCCESS;
  MPI_Comm program = MPI_COMM_NULL;
};
Failure take_failure(MPI_Request proxy);

/// A plan's run to its end, while requests are under way as well.
int wait_among_requests(Run& run);

/// Before a call that may block and does not look at plans. (A thread that is in one while another
/// thread starts a plan needs nothing: plans of several threads are detached when they start.)
inline void before_blocking() {
  if (are_requests_under_way()) detach_requests();
}

/// Before the program looks, maybe again and again, whether something has come.
inline void before_polling() {
  if (!are_requests_under_way()) return;
  refuse_votes();
  progress_requests();
}

/// Nothing came: others may want the processor.
void yield_processor();
/// Before the end of MPI.
void end_requests();

}  // namespace bamboo::plans::pmpi
