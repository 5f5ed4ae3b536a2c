// SPDX-License-Identifier: Apache-2.0
#include "one_sided/lock_queue.h"

namespace bamboo::mpi {

void LockQueue::admit(LockKind kind) {
  state_ = kind == LockKind::Shared ? State::Shared : State::Exclusive;
  ++holders_;
}

bool LockQueue::acquire(const Claim& claim) {
  if (!waiting_.empty() || !admits(claim.kind)) {
    waiting_.push_back(claim);
    return false;
  }
  admit(claim.kind);
  return true;
}

std::vector<LockQueue::Claim> LockQueue::release() {
  if (--holders_ == 0) state_ = State::Free;
  std::vector<Claim> granted;
  while (!waiting_.empty() && admits(waiting_.front().kind)) {
    admit(waiting_.front().kind);
    granted.push_back(waiting_.front());
    waiting_.pop_front();
  }
  return granted;
}

}  // namespace bamboo::mpi
