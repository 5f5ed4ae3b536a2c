// SPDX-License-Identifier: Apache-2.0
#include "one_sided/lock_request.h"

#include <memory>

#include "one_sided/messages.h"
#include "one_sided/windows.h"
#include "p2p/completion.h"

namespace bamboo::mpi {

namespace {

class LockRequest final : public Question {
 public:
  LockRequest(Communicator& comm, TaskId target) : held_(comm, target) {}
  void wait() { held_.wait(); }
  void write(const std::byte*, std::size_t) override {}
  void done() override { complete(held_.request()); }

 private:
  Awaited held_;
};

}  // namespace

void acquire(Window& window, const Target& target, LockKind kind) {
  LockRequest request(window.comm, target.task);
  Questions& questions = window.windows.questions;
  const LockQueue::Claim claim{window.task().id(), kind, questions.add(request)};
  if (target.memory) {
    if (target.memory->locks.lock()->acquire(claim)) {
      questions.take(claim.question);
      return;
    }
  } else {
    const auto byte = static_cast<std::byte>(kind);
    send_notice(window.task(), target.task, window.context, MessageKind::Lock, claim.question,
                {&byte, 1});
  }
  request.wait();
}

void ArrivingClaim::done() {
  const std::unique_ptr<ArrivingClaim> owner(this);
  const LockQueue::Claim claim{header_.source, kind_, header_.label};
  if (window_.exposure.locks.lock()->acquire(claim)) window_.windows.grant(window_.context, claim);
}

}  // namespace bamboo::mpi
