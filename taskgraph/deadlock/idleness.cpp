// SPDX-License-Identifier: Apache-2.0
#include "deadlock/idleness.h"

#include <mutex>

#include "bamboo/taskgraph/messenger.h"
#include "machine/ticks.h"

namespace bamboo {

// The messenger is told under the lock: two threads that change the state shortly after one another
// must not be heard in the other order.

void Idleness::enter() {
  std::lock_guard guard(lock_);
  if (++idle_workers_ < workers_) return;
  since_.store(ticks());
  idle_.store(true);
  if (messenger_ != nullptr) messenger_->idle(true);
}

void Idleness::leave() {
  std::lock_guard guard(lock_);
  --idle_workers_;
  if (!idle_.load()) return;
  idle_.store(false);
  if (messenger_ != nullptr) messenger_->idle(false);
}

void Idleness::end() {
  std::lock_guard guard(lock_);
  if (!idle_.load()) return;
  idle_.store(false);
  if (messenger_ != nullptr) messenger_->idle(false);
}

bool Idleness::idle_for(std::uint64_t span) const {
  return idle_.load() && ticks() - since_.load() >= span;
}

}  // namespace bamboo
