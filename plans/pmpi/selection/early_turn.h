// SPDX-License-Identifier: Apache-2.0
// The turn that a candidate gets before the budget of trials pays for it: it may lose the time of
// one call of the installed MPI. A candidate that is not clearly faster than the one known call
// may continue as long as it loses no more: first calls, on connections without a lost packet, may
// be the fastest of all. Times are the same on all processes, and they exclude waiting for others:
// programs begin more unevenly than they continue.
#pragma once

#include <algorithm>
#include <cstddef>

namespace bamboo::plans::pmpi {

class EarlyTurn {
 public:
  EarlyTurn() = default;
  /// `own`: seconds of the MPI's last call; `connecting`: which of them connections may have taken.
  EarlyTurn(double own, double connecting) : own_(own), connecting_(connecting) {}

  /// A call of the turn; `counts`: the candidate was up to speed.
  void add(double seconds, bool counts) {
    ++calls_;
    seconds_ += seconds;
    if (!counts) return;
    ++counted_;
    counted_seconds_ += seconds;
  }
  /// Whether the MPI's own call took clearly longer than `seconds`.
  bool is_clearly_slower_than(double seconds) const {
    return own_ > clearly_faster * seconds + connecting_;
  }
  bool is_too_dear() const { return seconds_ - without() > stake * own_; }
  /// The mean of the calls that count, of which there is at least one.
  double mean() const { return counted_seconds_ / static_cast<double>(counted_); }
  bool has_won() const { return counted_ > 0 && is_clearly_slower_than(mean()); }
  /// The number of further calls, from one to `most`, until the limit is reached, if they take as
  /// long as the counted ones, or as the earlier ones.
  std::size_t calls_left(std::size_t most) const {
    const double each = (counted_ > 0 ? mean() : seconds_ / static_cast<double>(calls_)) - own_;
    const double left = stake * own_ - (seconds_ - without());
    if (each * static_cast<double>(most) <= left) return most;
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::max(left, 0.0) / each));
  }
  /// Restarts for another candidate.
  void begin_again() { *this = EarlyTurn(own_, connecting_); }

  double seconds() const { return seconds_; }
  double seconds_not_counted() const { return seconds_ - counted_seconds_; }
  double own() const { return own_; }

 private:
  static constexpr double clearly_faster = 1.25, stake = 1;
  double without() const { return static_cast<double>(calls_) * own_; }

  double own_ = 0, connecting_ = 0;
  std::size_t calls_ = 0, counted_ = 0;
  double seconds_ = 0, counted_seconds_ = 0;
};

}  // namespace bamboo::plans::pmpi
