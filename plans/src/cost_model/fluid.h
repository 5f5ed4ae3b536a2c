// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// Transfers that share links max-min fairly: all rates grow together until a link is full, then
/// the rates of the transfers without a full link grow further. A transfer that begins or ends
/// changes only the rates of transfers that share a link with it, directly or indirectly.
class Fluid {
 public:
  explicit Fluid(const Network& network);

  /// `bytes` begin to move now, on all `links` at one rate; `id` comes back when they have.
  void start(int id, std::vector<int> links, double bytes);
  /// When the next one ends; infinity when none is under way.
  double next_end();
  /// Advances time, at most to next_end(). Returns the ids of transfers that end, the oldest first.
  std::vector<int> advance(double time);

  /// Returns how many rates of transfers were set so far. The simulation's work is proportional to
  /// it.
  std::uint64_t rates() const { return rates_; }
  /// The seconds in which each link was in use by transfers that have ended.
  const std::vector<double>& busy() const { return busy_; }
  const std::vector<double>& bytes() const { return bytes_; }

 private:
  struct Flow {
    int id = 0;
    std::vector<int> links;  ///< only links that limit it
    double left = 0;         ///< bytes, at `since`
    double rate = 0, since = 0;
    std::uint64_t age = 0;
    std::uint64_t shares = 0;  ///< how often its rate was set; an end of before is invalid
    std::uint64_t seen = 0;    ///< by the last look for neighbours
    bool moves = true;
  };
  /// The time at which a flow ends, unless its rate changes before.
  struct End {
    double time;
    std::uint64_t shares;
    int flow;
    bool operator>(const End& other) const { return time > other.time; }
  };

  void share();
  /// Collects the flows that the changed links connect, directly or through other flows.
  std::vector<Flow*> flows_to_share();
  void settle(Flow& flow) const;
  void expect_end(Flow& flow);
  bool is_stale(const End& end) const;
  void leave_links(int number);

  const Network& network_;
  std::vector<Flow> flows_;
  std::vector<int> free_;             // places in flows_
  std::vector<std::vector<int>> on_;  // the flows on each link
  std::vector<int> changed_;          // links whose flows have changed since rates were set
  std::vector<std::uint64_t> seen_;   // links, as Flow::seen
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::vector<double> busy_, busy_since_, bytes_, room_;
  std::vector<int> users_;
  std::uint64_t ages_ = 0, looks_ = 0, rates_ = 0;
  double now_ = 0;
};

}  // namespace bamboo::plans
