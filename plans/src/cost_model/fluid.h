// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// Transfers that share links max-min fairly: the rates of all grow together until a link is full,
/// then those of the transfers that are not on a full link grow on. A transfer that begins or ends
/// changes the rates of those alone that share a link with it, or with one whose rate changes.
class Fluid {
 public:
  explicit Fluid(const Network& network);

  /// `bytes` begin to move now, on all `links` at one rate; `id` comes back when they have.
  void start(int id, std::vector<int> links, double bytes);
  /// When the next one ends; infinity when none is under way.
  double next_end();
  /// Lets time pass, no further than next_end(); the ids of those that end, the eldest first.
  std::vector<int> advance(double time);

  /// How many rates of transfers were set so far: what the work grows with.
  std::uint64_t rates() const { return rates_; }
  /// Of transfers that have ended: seconds in which a link was in use, by link.
  const std::vector<double>& busy() const { return busy_; }
  const std::vector<double>& bytes() const { return bytes_; }

 private:
  struct Flow {
    int id = 0;
    std::vector<int> links;  ///< without those that nothing limits
    double left = 0;         ///< bytes, at `since`
    double rate = 0, since = 0;
    std::uint64_t age = 0;
    std::uint64_t shares = 0;  ///< how often its rate was set: an older end is none
    std::uint64_t seen = 0;    ///< by the last look for neighbours
    bool moves = true;
  };
  /// When a flow ends, unless its rate is set again.
  struct End {
    double time;
    std::uint64_t shares;
    int flow;
    bool operator>(const End& other) const { return time > other.time; }
  };

  void share();
  /// Takes what the changed links connect, directly or through others.
  std::vector<Flow*> flows_to_share();
  void settle(Flow& flow) const;
  void expect_end(Flow& flow);
  bool is_stale(const End& end) const;
  void leave_links(int number);

  const Network& network_;
  std::vector<Flow> flows_;
  std::vector<int> free_;             // places in flows_
  std::vector<std::vector<int>> on_;  // the flows on each link
  std::vector<int> changed_;          // links whose flows are others than when rates were set
  std::vector<std::uint64_t> seen_;   // links, as Flow::seen
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::vector<double> busy_, busy_since_, bytes_, room_;
  std::vector<int> users_;
  std::uint64_t ages_ = 0, looks_ = 0, rates_ = 0;
  double now_ = 0;
};

}  // namespace bamboo::plans
