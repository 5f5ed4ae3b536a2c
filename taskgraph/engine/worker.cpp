// SPDX-License-Identifier: Apache-2.0
#include "engine/worker.h"

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

[[gnu::noinline]] void Worker::set_current(Worker* worker) {
  this_worker = worker;
}

}  // namespace bamboo
