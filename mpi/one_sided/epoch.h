// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "comm/group.h"

namespace bamboo::mpi {

/// The synchronisation state of a rank: as an origin, which may access the memory of others, and as
/// a target, whose memory is exposed. The functions are named like the calls that they check; a
/// call in a wrong state throws MpiError(MPI_ERR_RMA_SYNC).
class Epoch {
 public:
  enum class Access : unsigned char {
    None,
    Fenced,     ///< behind a fence that others may follow, nothing accessed yet
    UsesFence,  ///< the same, and memory was accessed
    Started,    ///< MPI_Win_start
    Locked,     ///< MPI_Win_lock, of one target or several
    LockedAll,  ///< MPI_Win_lock_all
  };

  Access access() const { return access_; }
  bool is_passive() const { return access_ == Access::Locked || access_ == Access::LockedAll; }
  int assertion() const { return assertion_; }          ///< of MPI_Win_lock_all
  const GroupRef& started() const { return started_; }  ///< targets
  const GroupRef& posted() const { return posted_; }    ///< origins; null: not exposed

  void fence(int assertion);
  void start(GroupRef group);
  void complete();
  void post(GroupRef group);
  void wait() const;
  void end_exposure() { posted_ = nullptr; }
  void lock();
  void unlock();
  void lock_all(int assertion);
  void unlock_all();
  void flush() const;
  void free() const;
  /// An operation on target world rank `target`; `is_locked`: the rank holds its lock.
  void use(TaskId target, bool is_locked);

 private:
  void require_no_access() const;

  Access access_ = Access::None;
  int locks_ = 0;
  int assertion_ = 0;
  GroupRef started_, posted_;
};

}  // namespace bamboo::mpi
