// SPDX-License-Identifier: Apache-2.0
// The load that transfers that are under way together put on the links.
#pragma once

#include <cstdint>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// A route, and the rate that a transfer on it has if it is alone. Links without a limit are left
/// out.
class Route {
 public:
  explicit Route(const Network& network) : network_(network) {}
  void find(int from, int to);
  const std::vector<int>& links() const { return links_; }
  double rate() const { return rate_; }

 private:
  const Network& network_;
  std::vector<int> links_;
  double rate_ = 0;
};

/// Whether a link with this rate and load has room for `more`, within rounding errors of sums.
inline bool has_room(double rate, double load, double more) {
  return load + more <= rate * (1 + 1e-6);
}

/// The rate of the slowest link of all.
double slowest_rate(const Network& network);

/// The load of one phase.
class LinkLoad {
 public:
  explicit LinkLoad(const Network& network);
  /// Adds a flow. If a link has no room, returns false and changes nothing; contended() is then
  /// that link.
  bool add(int from, int to);
  bool fits(int from, int to);
  int contended() const { return contended_; }
  /// Whether no link that leaves the host has capacity for anything.
  bool is_busy(int host) const;
  void clear();

 private:
  const Network& network_;
  Route route_;
  std::vector<double> load_;
  std::vector<int> used_;
  double slowest_;
  std::vector<std::vector<int>> leaving_;  // each host's own links
  int contended_ = -1;
};

/// The loads of many phases, and the first one that has room.
class PhaseTable {
 public:
  static constexpr int none = -1;
  explicit PhaseTable(const Network& network);
  /// Puts the transfer into the first phase below `limit` that has room on every link of its route.
  int place(int from, int to, int limit);
  /// Puts the transfer into that phase, which must have capacity.
  void put(int phase, int from, int to) {
    route_.find(from, to);
    take(phase);
  }

 private:
  /// The phases of one link: a bit for each that has no room even for the slowest transfer. The
  /// words before `first` are full. Loads are kept only where a link takes more than one transfer.
  struct Line {
    std::vector<std::uint64_t> full;
    std::vector<float> load;
    std::size_t first = 0;
  };
  bool has_room_in(int phase) const;
  void take(int phase);

  const Network& network_;
  Route route_;
  double slowest_;
  std::vector<Line> lines_;
};

}  // namespace bamboo::plans
