// SPDX-License-Identifier: Apache-2.0
#include "engine/progress_gate.h"

#include <algorithm>
#include <utility>

#include "machine/ticks.h"
#include "messenger/messenger.h"

namespace bamboo {
namespace {
constexpr std::uint64_t work_per_poll = 8;  // an idle transport takes at most 1/9 of the time
}

ProgressGate::ProgressGate(Messenger* messenger)
    : messenger_(messenger),
      shortest_(messenger != nullptr ? ticks_in(0.5e-6) : 0),
      longest_(messenger != nullptr ? ticks_in(50e-6) : 0) {}

bool ProgressGate::poll() {
  if (messenger_ == nullptr) return false;
  const std::uint64_t start = ticks();
  const bool happened = messenger_->progress();
  const std::uint64_t end = ticks();
  const std::uint64_t pause =
      happened ? 0 : std::clamp(work_per_poll * (end - start), shortest_, longest_);
  last_.store(end, std::memory_order_relaxed);
  due_.store(end + pause, std::memory_order_relaxed);
  return happened;
}

void ProgressGate::poll_if_due() {
  if (messenger_ != nullptr && ticks() >= due_.load(std::memory_order_relaxed)) poll();
}

void ProgressGate::polled_without_success() {
  if (messenger_ != nullptr) messenger_->polled_without_success();
}

bool ProgressGate::needs_polling() const {
  return messenger_ != nullptr && messenger_->needs_polling();
}

void ProgressGate::on_polling_needed(std::function<void()> call) {
  if (messenger_ != nullptr) messenger_->on_polling_needed(std::move(call));
}

bool ProgressGate::unpolled_for(std::uint64_t span) const {
  return ticks() - last_.load(std::memory_order_relaxed) >= span;
}

}  // namespace bamboo
