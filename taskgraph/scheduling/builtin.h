// SPDX-License-Identifier: Apache-2.0
// The schedulers that are known from the start. Each is described in scheduler.h.
#pragma once

#include <memory>

#include "bamboo/taskgraph/scheduler.h"

namespace bamboo {

std::unique_ptr<Scheduler> make_lifo(int workers, Threads threads);
std::unique_ptr<Scheduler> make_fifo(int workers, Threads threads);
std::unique_ptr<Scheduler> make_stealing(int workers, Threads threads);
std::unique_ptr<Scheduler> make_locality(int workers, Threads threads);
std::unique_ptr<Scheduler> make_critical_path(int workers, Threads threads);

}  // namespace bamboo
