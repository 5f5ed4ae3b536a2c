// SPDX-License-Identifier: Apache-2.0
#include "p2p/own_threads.h"

#include <sched.h>

#include <utility>

namespace bamboo::mpi {

namespace {

const void* this_thread() {
  static thread_local const char token = 0;
  return &token;
}

}  // namespace

bool OwnThreads::has_entered() const {
  return owner_.load(std::memory_order_relaxed) == this_thread();
}

void OwnThreads::enter() {
  if (!has_entered()) take();
  ++depth_;
}

void OwnThreads::leave() {
  if (has_entered() && --depth_ == 0) release();
}

void OwnThreads::wait() {
  if (!has_entered()) return enter();  // the caller looks again, and arms under the lock
  const std::uint32_t before = armed_at_;
  const int depth = std::exchange(depth_, 0);
  ++waiting_;
  release();
  events_.wait(before, std::memory_order_acquire);
  take();
  --waiting_;
  depth_ = depth;
}

void OwnThreads::yield() {
  if (!has_entered()) return enter();
  const int depth = std::exchange(depth_, 0);
  release();
  runtime_.own_thread_polls();
  sched_yield();
  take();
  depth_ = depth;
}

void OwnThreads::wake() {
  events_.fetch_add(1, std::memory_order_release);
  events_.notify_all();
  runtime_.wakes_own_thread();
}

void OwnThreads::take() {
  in_mpi_.lock();
  owner_.store(this_thread(), std::memory_order_relaxed);
  if (std::exchange(idle_, false)) runtime_.own_thread_goes_on();
}

void OwnThreads::release() {
  idle_ = waiting_ > 0;
  if (idle_) runtime_.own_thread_waits();
  owner_.store(nullptr, std::memory_order_relaxed);
  in_mpi_.unlock();
}

}  // namespace bamboo::mpi
