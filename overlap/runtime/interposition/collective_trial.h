// SPDX-License-Identifier: Apache-2.0
// Decides which collectives of one communicator are nonblocking until the next agreement of its
// processes. All processes execute its collectives in one order, so they count alike and reach
// each agreement together. Only counts and agreed values decide.
#pragma once

#include <cstdint>

#include "windows/trial_rule.h"

namespace bamboo::overlap {

/// How a collective combines numbers. Another algorithm may add in another order.
enum class CollectiveKind {
  Moves,  ///< nothing, or the order makes no difference: goes by the time that windows gained
  Sums,   ///< its form depends on executed collectives only, so that runs have equal bits
};

/// The gain of the nonblocking form for a process; the maximum over all processes counts.
struct CollectiveGains {
  int moves = 0, sums = 0;
};

/// A sum to which a thread may add while another thread starts the communicator's next collective.
class SharedSum {
 public:
  SharedSum() = default;
  SharedSum(const SharedSum& other) : sum_(other.get()) {}
  SharedSum& operator=(const SharedSum& other) {
    set(other.get());
    return *this;
  }
  uint64_t get() const { return __atomic_load_n(&sum_, __ATOMIC_RELAXED); }
  void set(uint64_t sum) { __atomic_store_n(&sum_, sum, __ATOMIC_RELAXED); }
  uint64_t& number() { return sum_; }

 private:
  uint64_t sum_ = 0;
};

class CollectiveTrial {
 public:
  /// The number of collectives in a trial, after those for warming up.
  static constexpr int32_t collectives = 32;

  /// Counts a collective. Returns true if the processes must agree before it.
  bool is_due();
  CollectiveGains own_gains(uint64_t request_ns) const;
  void agree(const CollectiveGains& gains);

  /// The state of this collective's form; `has_window`: it would gain if anything does.
  WindowState next(CollectiveKind kind, bool has_window);

  /// The counter to which windows add their use.
  uint64_t& use_ns() { return use_ns_.number(); }

 private:
  WindowState moves_ = WindowState::Tried, sums_ = WindowState::Kept;
  int32_t left_ = warm_up + collectives;  ///< of the trial, or before the next one
  int32_t period_ = 0;
  SharedSum use_ns_;
  uint64_t tried_ = 0;        ///< moves that were nonblocking in this trial
  uint64_t sum_windows_ = 0;  ///< executed since the last agreement
};

}  // namespace bamboo::overlap
