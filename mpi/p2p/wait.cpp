// SPDX-License-Identifier: Apache-2.0
// A task that waits arms its firing rule with what is missing and suspends.
#include "p2p/wait.h"

#include "p2p/completion.h"

namespace bamboo::mpi {

namespace {

bool is_complete(const Request* r) {
  return !r || r->state.is_complete();
}

enum class Need { All, Any };

bool satisfied(std::span<Request* const> requests, Need need) {
  bool some = false;
  for (const Request* r : requests) {
    if (!r) continue;
    // One that is not complete decides for all, one that is complete for any.
    const bool complete = is_complete(r);
    if (complete != (need == Need::All)) return complete;
    some = true;
  }
  return need == Need::All || !some;
}

/// True when the task must suspend: the firing rule is armed.
bool arm(MessagingTask& task, std::span<Request* const> requests, Need need) {
  const auto in = task.inbox.lock();
  in->advances = !task.pending.empty();
  if (in->advances && in->step_completed) return false;
  if (satisfied(requests, need)) return false;
  int missing = 0;
  for (Request* r : requests) {
    if (r && r->state.await()) ++missing;
  }
  in->missing = need == Need::All ? missing : 1;
  task.arm();
  return true;
}

void disarm(MessagingTask& task, std::span<Request* const> requests) {
  const auto in = task.inbox.lock();
  in->missing = 0;
  for (Request* r : requests) {
    if (r) r->state.stop_waiting();
  }
}

/// Other threads of the task may free the communicators of its requests meanwhile.
void suspend(MessagingTask& task, std::span<Request* const> requests) {
  const auto hold = [&](int more) {
    for (const Request* r : requests)
      if (r && r->comm) r->comm->pending += more;
  };
  if (!task.own_threads()) return task.suspend();
  hold(1);
  task.suspend();
  hold(-1);
}

void settle_sends(std::span<Request* const> requests) {
  for (Request* r : requests) {
    if (!is_complete(r)) settle_send(*r);
  }
}

void wait_until(MessagingTask& task, std::span<Request* const> requests, Need need) {
  task.refuse_in_reduction();
  task.pending.advance();
  bool suspended = false;
  if (!satisfied(requests, need)) {
    settle_sends(requests);
    while (!satisfied(requests, need)) {
      if (arm(task, requests, need)) {
        task.waited_for.requests = requests;
        suspend(task, requests);
        suspended = true;
        task.waited_for = {};
        disarm(task, requests);
      }
      task.pending.advance();
    }
  }
  if (!suspended) pass(task);
}

bool test_until(MessagingTask& task, std::span<Request* const> requests, Need need) {
  task.refuse_in_reduction();
  settle_sends(requests);
  task.pending.advance();
  if (satisfied(requests, need)) return true;
  poll(task, {.requests = requests, .message = {}, .polls = true});
  task.pending.advance();
  return satisfied(requests, need);
}

}  // namespace

void pass(MessagingTask& task) {
  task.refuse_in_reduction();
  task.graph().runtime().progress_if_due();
}
void wait_all(MessagingTask& task, std::span<Request* const> requests) {
  wait_until(task, requests, Need::All);
}
void wait_any(MessagingTask& task, std::span<Request* const> requests) {
  wait_until(task, requests, Need::Any);
}
bool test_all(MessagingTask& task, std::span<Request* const> requests) {
  return test_until(task, requests, Need::All);
}
bool test_any(MessagingTask& task, std::span<Request* const> requests) {
  return test_until(task, requests, Need::Any);
}

void poll(MessagingTask& task, const WaitedFor& what) {
  task.waited_for = what;
  task.yield();
  task.waited_for = {};
}

}  // namespace bamboo::mpi
