// SPDX-License-Identifier: Apache-2.0
// A task that waits arms its firing rule with the missing events and suspends.
#include "p2p/wait.h"

#include "p2p/completion.h"

namespace bamboo::mpi {

namespace {

enum class Need { All, Any };

// Loops over a known number of requests are unrolled, because most calls wait for one.
template <std::size_t number>
using RequestSpan = std::span<Request* const, number>;

template <Need need, std::size_t number>
bool satisfied(RequestSpan<number> requests) {
  bool some = false;
  for (const Request* r : requests) {
    if (!r) continue;
    // The result for several requests: one that is not complete decides `all`, one that is complete
    // decides `any`.
    const bool complete = r->state.is_complete();
    if (complete != (need == Need::All)) return complete;
    some = true;
  }
  return need == Need::All || !some;
}

/// Returns true if the task must suspend: the firing rule is armed.
template <Need need, std::size_t number>
bool arm(MessagingTask& task, RequestSpan<number> requests) {
  const auto in = task.inbox.lock();
  in->advances = !task.pending.empty();
  if (in->advances && in->step_completed) return false;
  if (satisfied<need>(requests)) return false;
  int missing = 0;
  for (Request* r : requests)
    if (r && r->state.await()) ++missing;
  in->missing.expect(need == Need::All ? missing : 1);
  task.arm();
  return true;
}

template <std::size_t number>
void disarm(MessagingTask& task, RequestSpan<number> requests) {
  const auto in = task.inbox.lock();
  in->missing.expect(0);
  for (Request* r : requests)
    if (r) r->state.stop_waiting();
}

/// While it exists, the communicators of the requests exist.
class CommunicatorsInUse {
 public:
  explicit CommunicatorsInUse(std::span<Request* const> requests) : requests_(requests) { add(1); }
  ~CommunicatorsInUse() { add(-1); }
  CommunicatorsInUse(const CommunicatorsInUse&) = delete;
  CommunicatorsInUse& operator=(const CommunicatorsInUse&) = delete;

 private:
  void add(int more) const {
    for (const Request* r : requests_)
      if (r && r->comm) r->comm->pending += more;
  }

  std::span<Request* const> requests_;
};

/// Other threads of the task may free the communicators of its requests meanwhile.
template <std::size_t number>
void suspend(MessagingTask& task, RequestSpan<number> requests) {
  if (!task.own_threads()) return task.suspend();
  const CommunicatorsInUse scope(requests);
  task.suspend();
}

template <std::size_t number>
void settle_sends(RequestSpan<number> requests) {
  for (Request* r : requests)
    if (r && !r->state.is_complete()) settle_send(*r);
}

template <Need need, std::size_t number>
void wait_until(MessagingTask& task, RequestSpan<number> requests) {
  task.refuse_in_reduction();
  task.pending.advance();
  bool suspended = false;
  if (!satisfied<need>(requests)) {
    settle_sends(requests);
    task.begin_wait();
    do {
      if (arm<need>(task, requests)) {
        task.waited_for.requests = requests;
        suspend(task, requests);
        suspended = true;
        task.waited_for = {};
        disarm(task, requests);
      }
      task.pending.advance();
    } while (!satisfied<need>(requests));
  }
  if (!suspended) pass(task);
}

template <Need need>
bool test_until(MessagingTask& task, std::span<Request* const> requests) {
  task.refuse_in_reduction();
  settle_sends(requests);
  task.pending.advance();
  if (satisfied<need>(requests)) return true;
  poll(task, {.requests = requests, .message = {}, .polls = true});
  task.pending.advance();
  return satisfied<need>(requests);
}

}  // namespace

void pass(MessagingTask& task) {
  task.refuse_in_reduction();
  task.graph().runtime().progress_if_due();
}
void wait_one_pending(MessagingTask& task, Request& request) {
  Request* const one[] = {&request};
  wait_until<Need::All>(task, RequestSpan<1>(one));
}
void wait_all(MessagingTask& task, std::span<Request* const> requests) {
  wait_until<Need::All>(task, requests);
}
void wait_any(MessagingTask& task, std::span<Request* const> requests) {
  wait_until<Need::Any>(task, requests);
}
bool test_all(MessagingTask& task, std::span<Request* const> requests) {
  return test_until<Need::All>(task, requests);
}
bool test_any(MessagingTask& task, std::span<Request* const> requests) {
  return test_until<Need::Any>(task, requests);
}

void poll(MessagingTask& task, const WaitedFor& what) {
  task.waited_for = what;
  task.yield();
  task.waited_for = {};
}

}  // namespace bamboo::mpi
