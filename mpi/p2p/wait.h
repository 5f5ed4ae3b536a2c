// SPDX-License-Identifier: Apache-2.0
// How a task waits for requests. Its pending operations advance meanwhile.
#pragma once

#include <span>

#include "p2p/messaging_task.h"

namespace bamboo::mpi {

/// Called when the task need not wait: polls if a poll is due.
void pass(MessagingTask& task);
/// Suspends the task until all (at least one) of the non-null requests are complete. Does not free
/// the requests.
void wait_all(MessagingTask& task, std::span<Request* const> requests);
void wait_any(MessagingTask& task, std::span<Request* const> requests);
/// Like above, for one request.
void wait_one_pending(MessagingTask& task, Request& request);
inline void wait_one(MessagingTask& task, Request& request) {
  if (request.state.is_complete() && task.pending.empty()) return pass(task);
  wait_one_pending(task, request);
}
/// Tests once. If nothing is complete, the other tasks of the worker run once, and then it tests
/// again.
bool test_any(MessagingTask& task, std::span<Request* const> requests);
bool test_all(MessagingTask& task, std::span<Request* const> requests);

/// Runs the other tasks of the worker once: this task has polled for `what` and found nothing.
void poll(MessagingTask& task, const WaitedFor& what);

}  // namespace bamboo::mpi
