// SPDX-License-Identifier: Apache-2.0
#include "relief.h"

#include <chrono>
#include <utility>

namespace bamboo::overlap {

Relief::Relief(std::function<void()> look, std::function<bool()> is_pending)
    : look_(std::move(look)), is_pending_(std::move(is_pending)), thread_([this] { run(); }) {}

Relief::~Relief() {
  ends_ = true;
  ask();
  thread_.join();
}

void Relief::ask() {
  asked_.fetch_add(1);
  asked_.notify_one();
}

void Relief::run() {
  for (uint32_t served = 0; !ends_;) {
    asked_.wait(served);
    served = asked_.load();
    relieve();
  }
}

void Relief::relieve() {
  Span nap = first_nap;
  while (!ends_ && is_pending_()) {
    nap = next_nap(nap, look_while_data_move());
    std::this_thread::sleep_for(nap);
  }
}

Span Relief::look_while_data_move() {
  const auto begin = std::chrono::steady_clock::now();
  auto end = begin;
  for (int looks = 0; looks < most_looks; ++looks) {
    const auto before = end;
    look_();
    looks_.fetch_add(1, std::memory_order_relaxed);
    end = std::chrono::steady_clock::now();
    if (end - before <= empty_look) break;
  }
  return end - begin;
}

}  // namespace bamboo::overlap
