// SPDX-License-Identifier: Apache-2.0
#include "engine/worker.h"

#include "engine/engine.h"

namespace bamboo {

namespace {
// The runtime is loaded when its program starts, so its few thread-local words fit into the static
// block and cost no call.
[[gnu::tls_model("initial-exec")]] thread_local Worker* this_worker = nullptr;
}  // namespace

[[gnu::noinline]] Worker* Worker::current() {
  asm volatile("");  // keeps the function from being taken for a pure one
  return this_worker;
}

// Each MPI function asks: one call.
[[gnu::noinline]] Task* Engine::running() {
  asm volatile("");
  return this_worker != nullptr ? this_worker->running : nullptr;
}

[[gnu::noinline]] void Worker::set_current(Worker* worker) {
  this_worker = worker;
}

}  // namespace bamboo
