// SPDX-License-Identifier: Apache-2.0
// How the ranks of a window agree on when memory is accessed. Each function throws what operations
// that it ends have failed with at their targets.
#pragma once

#include "one_sided/lock_queue.h"
#include "one_sided/window.h"

namespace bamboo::mpi {

void fence(Window& window, int assertion);

void start(Window& window, const GroupRef& targets, int assertion);
void complete_access(Window& window);
void post(Window& window, const GroupRef& origins, int assertion);
void wait_for_origins(Window& window);
/// Returns true if all origins have ended their access, so the exposure is over.
bool test_for_origins(Window& window);

void lock(Window& window, int target, LockKind kind, int assertion);
void unlock(Window& window, int target);
/// The rank takes the locks of other processes when it first accesses their memory; if the window
/// is shared memory, all of them at once. They are shared locks.
void lock_all(Window& window, int assertion);
void unlock_all(Window& window);
void flush(Window& window, int target);
void flush_all(Window& window);

/// Call it before an operation. Checks that the epoch allows it, and that a lock that it needs is
/// held.
void prepare_access(Window& window, Target& target);

}  // namespace bamboo::mpi
