// SPDX-License-Identifier: Apache-2.0
#include "one_sided/epoch.h"

#include <utility>

#include "errors/errors.h"

namespace bamboo::mpi {

namespace {

const char* words(Epoch::Access access) {
  switch (access) {
    case Epoch::Access::None:
      return "in no epoch";
    case Epoch::Access::Fenced:
    case Epoch::Access::UsesFence:
      return "between fences";
    case Epoch::Access::Started:
      return "between MPI_Win_start and MPI_Win_complete";
    case Epoch::Access::Locked:
      return "between MPI_Win_lock and MPI_Win_unlock";
    case Epoch::Access::LockedAll:
      return "between MPI_Win_lock_all and MPI_Win_unlock_all";
  }
  return "";
}

}  // namespace

/// Two consecutive fences without an access between them form no epoch.
void Epoch::require_no_access() const {
  if (access_ != Access::None && access_ != Access::Fenced)
    fail(MPI_ERR_RMA_SYNC, "called %s", words(access_));
}

void Epoch::fence(int assertion) {
  if (access_ == Access::Started || is_passive())
    fail(MPI_ERR_RMA_SYNC, "called %s", words(access_));
  if (posted_) fail(MPI_ERR_RMA_SYNC, "called between MPI_Win_post and MPI_Win_wait");
  access_ = assertion & MPI_MODE_NOSUCCEED ? Access::None : Access::Fenced;
}

void Epoch::start(GroupRef group) {
  require_no_access();
  access_ = Access::Started;
  started_ = std::move(group);
}

void Epoch::complete() {
  if (access_ != Access::Started) fail(MPI_ERR_RMA_SYNC, "called without MPI_Win_start");
  access_ = Access::None;
  started_ = nullptr;
}

void Epoch::post(GroupRef group) {
  if (posted_) fail(MPI_ERR_RMA_SYNC, "called again before MPI_Win_wait");
  posted_ = std::move(group);
}

void Epoch::wait() const {
  if (!posted_) fail(MPI_ERR_RMA_SYNC, "called without MPI_Win_post");
}

void Epoch::lock() {
  if (access_ != Access::Locked) require_no_access();
  access_ = Access::Locked;
  ++locks_;
}

void Epoch::unlock() {
  if (--locks_ == 0) access_ = Access::None;
}

void Epoch::lock_all(int assertion) {
  require_no_access();
  assertion_ = assertion;
  access_ = Access::LockedAll;
}

void Epoch::unlock_all() {
  if (access_ != Access::LockedAll) fail(MPI_ERR_RMA_SYNC, "called without MPI_Win_lock_all");
  access_ = Access::None;
}

void Epoch::flush() const {
  if (!is_passive())
    fail(MPI_ERR_RMA_SYNC, "called %s; it belongs between MPI_Win_lock and MPI_Win_unlock",
         words(access_));
}

void Epoch::free() const {
  if (access_ != Access::Fenced && access_ != Access::UsesFence) require_no_access();
  if (posted_) fail(MPI_ERR_RMA_SYNC, "called between MPI_Win_post and MPI_Win_wait");
}

void Epoch::use(TaskId target, bool is_locked) {
  switch (access_) {
    case Access::None:
      fail(MPI_ERR_RMA_SYNC,
           "called in no epoch: MPI_Win_fence, MPI_Win_start or MPI_Win_lock comes before");
    case Access::Fenced:
      access_ = Access::UsesFence;
      return;
    case Access::UsesFence:
    case Access::LockedAll:
      return;
    case Access::Started:
      if (started_->rank_of(target) < 0)
        fail(MPI_ERR_RMA_SYNC, "the target is not in the group of MPI_Win_start");
      return;
    case Access::Locked:
      if (!is_locked) fail(MPI_ERR_RMA_SYNC, "the target is not locked; others are");
      return;
  }
}

}  // namespace bamboo::mpi
