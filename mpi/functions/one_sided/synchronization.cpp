// SPDX-License-Identifier: Apache-2.0
// Fences, MPI_Win_start and the functions that belong to it, locks.
#include "one_sided/synchronization.h"

#include <atomic>

#include "errors/checks.h"
#include "functions/entry.h"

namespace bamboo::mpi {

namespace {

constexpr int post_modes = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;
constexpr int fence_modes =
    MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;

void check_assertion(int given, int allowed) {
  if (given & ~allowed)
    fail(MPI_ERR_ASSERT, "assert is %d, which has other bits than %d", given, allowed);
}

LockKind lock_kind(int type) {
  if (type == MPI_LOCK_SHARED) return LockKind::Shared;
  if (type == MPI_LOCK_EXCLUSIVE) return LockKind::Exclusive;
  fail(MPI_ERR_LOCKTYPE, "lock_type is %d, must be MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE", type);
}

/// Calls `body` unless the target is MPI_PROC_NULL.
template <class Body>
void unless_null(Rank& rank, MPI_Win win, int target, Body&& body) {
  Window& window = rank.windows.find(win);
  if (target != MPI_PROC_NULL) body(window);
}

GroupRef members_of_window(const Window& window, MPI_Group handle) {
  GroupRef group = group_ref(handle);
  for (int r = 0; r < group->size(); ++r)
    if (window.comm.group->rank_of(group->world_rank(r)) < 0)
      fail(MPI_ERR_GROUP, "group has a member (number %d, world rank %d) that is none of %s", r,
           group->world_rank(r), window.text().c_str());
  return group;
}

}  // namespace

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    Window& window = rank.windows.find(win);
    check_assertion(assertion, fence_modes);
    fence(window, assertion);
  });
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    Window& window = rank.windows.find(win);
    check_assertion(assertion, MPI_MODE_NOCHECK);
    start(window, members_of_window(window, group), assertion);
  });
}

int MPI_Win_complete(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, { complete_access(rank.windows.find(win)); });
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    Window& window = rank.windows.find(win);
    check_assertion(assertion, post_modes);
    post(window, members_of_window(window, group), assertion);
  });
}

int MPI_Win_wait(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, { wait_for_origins(rank.windows.find(win)); });
}

int MPI_Win_test(MPI_Win win, int* flag) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(flag, "flag");
    *flag = test_for_origins(rank.windows.find(win));
  });
}

int MPI_Win_lock(int lock_type, int target, int assertion, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    const LockKind kind = lock_kind(lock_type);
    check_assertion(assertion, MPI_MODE_NOCHECK);
    unless_null(rank, win, target, [&](Window& window) { lock(window, target, kind, assertion); });
  });
}

int MPI_Win_unlock(int target, MPI_Win win) {
  return BAMBOO_MPI_ENTER(
      win, { unless_null(rank, win, target, [&](Window& window) { unlock(window, target); }); });
}

int MPI_Win_lock_all(int assertion, MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    check_assertion(assertion, MPI_MODE_NOCHECK);
    lock_all(rank.windows.find(win), assertion);
  });
}

int MPI_Win_unlock_all(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, { unlock_all(rank.windows.find(win)); });
}

// An operation on another process is done when its data are: to flush locally is to flush.
int MPI_Win_flush(int target, MPI_Win win) {
  return BAMBOO_MPI_ENTER(
      win, { unless_null(rank, win, target, [&](Window& window) { flush(window, target); }); });
}
int MPI_Win_flush_local(int target, MPI_Win win) {
  return BAMBOO_MPI_ENTER(
      win, { unless_null(rank, win, target, [&](Window& window) { flush(window, target); }); });
}
int MPI_Win_flush_all(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, { flush_all(rank.windows.find(win)); });
}
int MPI_Win_flush_local_all(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, { flush_all(rank.windows.find(win)); });
}

int MPI_Win_sync(MPI_Win win) {
  return BAMBOO_MPI_ENTER(win, {
    // The public and the private copy are the same memory, so only the order of accesses to it
    // matters.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    rank.windows.find(win).look();
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
