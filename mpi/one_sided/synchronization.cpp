// SPDX-License-Identifier: Apache-2.0
#include "one_sided/synchronization.h"

#include <span>
#include <utility>
#include <vector>

#include "errors/errors.h"
#include "one_sided/lock_request.h"
#include "one_sided/windows.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

std::vector<TaskId> world_tasks(const Group& group) {
  std::vector<TaskId> all;
  for (int r = 0; r < group.size(); ++r) all.push_back(group.world_rank(r));
  return all;
}

void complete_operations(Window& window) {
  window.for_each_target(
      [&](Target& target) { target.outstanding.wait(window.comm, target.task); });
}

void take_lock(Window& window, Target& target, LockKind kind, int assertion) {
  const bool unchecked = (assertion & MPI_MODE_NOCHECK) != 0;
  if (!unchecked) acquire(window, target, kind);
  target.lock = unchecked ? HeldLock::Unchecked : HeldLock::Held;
}

void give_lock(Window& window, Target& target) {
  if (std::exchange(target.lock, HeldLock::None) == HeldLock::Held)
    window.windows.notify(window, target.task, MessageKind::Unlock);
}

}  // namespace

void fence(Window& window, int assertion) {
  window.epoch.fence(assertion);
  complete_operations(window);
  barrier(window);
  window.throw_failure();
}

void start(Window& window, const GroupRef& targets, int assertion) {
  window.epoch.start(targets);
  if (!(assertion & MPI_MODE_NOCHECK))
    window.exposure.posts.wait(window.comm, world_tasks(*targets));
}

void complete_access(Window& window) {
  const GroupRef targets = window.epoch.started();
  window.epoch.complete();
  complete_operations(window);
  for (const TaskId each : world_tasks(*targets))
    window.windows.notify(window, each, MessageKind::Complete);
  window.throw_failure();
}

void post(Window& window, const GroupRef& origins, int assertion) {
  window.epoch.post(origins);
  if (assertion & MPI_MODE_NOCHECK) return;  // no origin waits for it
  for (const TaskId each : world_tasks(*origins))
    window.windows.notify(window, each, MessageKind::Post);
}

void wait_for_origins(Window& window) {
  window.epoch.wait();
  window.exposure.completes.wait(window.comm, world_tasks(*window.epoch.posted()));
  window.epoch.end_exposure();
}

bool test_for_origins(Window& window) {
  window.epoch.wait();
  const std::vector<TaskId> origins = world_tasks(*window.epoch.posted());
  if (!window.exposure.completes.take(origins)) {
    poll(window.task(), {.requests = {}, .message = {}, .polls = true});
    if (!window.exposure.completes.take(origins)) return false;
  }
  window.epoch.end_exposure();
  return true;
}

void lock(Window& window, int rank, LockKind kind, int assertion) {
  Target& target = window.target(rank);
  if (target.lock != HeldLock::None)
    fail(MPI_ERR_RMA_SYNC, "target %d is locked by this rank already", rank);
  window.epoch.lock();
  take_lock(window, target, kind, assertion);
}

void unlock(Window& window, int rank) {
  Target& target = window.target(rank);
  if (window.epoch.access() != Epoch::Access::Locked || target.lock == HeldLock::None)
    fail(MPI_ERR_RMA_SYNC, "target %d is not locked", rank);
  target.outstanding.wait(window.comm, target.task);
  give_lock(window, target);
  window.epoch.unlock();
  window.look();
  window.throw_failure();
}

void lock_all(Window& window, int assertion) {
  window.epoch.lock_all(assertion);
  const bool all_memory = window.exposure.memory.flavor == MPI_WIN_FLAVOR_SHARED;
  for (int rank = 0; rank < window.comm.size(); ++rank)
    if (all_memory || rank == window.comm.rank)
      take_lock(window, window.target(rank), LockKind::Shared, assertion);
}

void unlock_all(Window& window) {
  window.epoch.unlock_all();
  complete_operations(window);
  window.for_each_target([&](Target& target) { give_lock(window, target); });
  window.look();
  window.throw_failure();
}

void flush(Window& window, int rank) {
  window.epoch.flush();
  Target& target = window.target(rank);
  target.outstanding.wait(window.comm, target.task);
  window.look();
  window.throw_failure();
}

void flush_all(Window& window) {
  window.epoch.flush();
  complete_operations(window);
  window.look();
  window.throw_failure();
}

void prepare_access(Window& window, Target& target) {
  window.epoch.use(target.task, target.lock != HeldLock::None);
  if (window.epoch.access() == Epoch::Access::LockedAll && target.lock == HeldLock::None)
    take_lock(window, target, LockKind::Shared, window.epoch.assertion());
}

}  // namespace bamboo::mpi
