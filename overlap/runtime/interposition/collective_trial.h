// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which collectives of one communicator are nonblocking, from one agreement of its processes to
/// the next. All processes execute its collectives in one order, so they count alike and come to
/// each agreement together; nothing but counts and what they agree on decides.
#pragma once

#include <cstdint>

#include "windows/trial_rule.h"

namespace bamboo::overlap {

/// What a collective does with numbers. Another algorithm may add up in another order.
enum class CollectiveKind {
  moves,  ///< nothing, or the order makes no difference: goes by the time that windows gained
  sums,   ///< so that the bits of a run are those of another run, goes by which were executed
};

/// What a process would gain by the nonblocking form; of all processes the most counts.
struct CollectiveGains {
  int moves = 0, sums = 0;
};

class CollectiveTrial {
 public:
  /// Collectives of a trial, behind those that warm up.
  static constexpr int32_t kCollectives = 32;

  /// Counts a collective. True: the processes have to agree in front of it.
  bool is_due();
  CollectiveGains own_gains(uint64_t request_ns) const;
  void agree(const CollectiveGains& gains);

  /// The state of this collective's form; `has_window`: it would gain if anything does.
  WindowState next(CollectiveKind kind, bool has_window);

  /// Where windows add what they were used for.
  uint64_t& use_ns() { return use_ns_; }

 private:
  WindowState moves_ = WindowState::tried, sums_ = WindowState::kept;
  int32_t left_ = kWarmUp + kCollectives;  ///< of the trial, or before the next one
  int32_t period_ = 0;
  uint64_t use_ns_ = 0;
  uint64_t tried_ = 0;        ///< moves that were nonblocking in this trial
  uint64_t sum_windows_ = 0;  ///< executed since the last agreement
};

}  // namespace bamboo::overlap
