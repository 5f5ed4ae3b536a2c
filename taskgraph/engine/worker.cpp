// SPDX-License-Identifier: Apache-2.0
#include "engine/worker.h"

#include "engine/engine.h"

namespace bamboo {
namespace {
// The runtime is loaded when its program starts, so its few thread-local words fit into the static
// block and cost no call.
[[gnu::tls_model("initial-exec")]] constinit thread_local std::atomic<Worker*> this_worker{nullptr};
}  // namespace

[[gnu::noinline]] Worker* Worker::current() {
  asm volatile("");  // prevents the compiler from treating the function as pure
  return this_worker.load(std::memory_order_relaxed);
}

// Each MPI function needs the worker, so this costs one call.
[[gnu::noinline]] Task* Engine::running() {
  asm volatile("");
  const Worker* worker = this_worker.load(std::memory_order_relaxed);
  return worker != nullptr ? worker->running.load(std::memory_order_relaxed) : nullptr;
}

[[gnu::noinline]] void Worker::take_thread() {
  of_thread_ = &this_worker;
  this_worker.store(this, std::memory_order_relaxed);
}

void Worker::release_thread() {
  of_thread_->store(nullptr, std::memory_order_relaxed);
}

}  // namespace bamboo
