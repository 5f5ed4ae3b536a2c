// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bamboo/plans/discover.h"
#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// Streams that ran at the same time, and what arrived of each.
struct Observation {
  std::vector<Stream> streams;
  std::vector<double> rates;
};

using Observations = std::vector<Observation>;

/// One value for each two hosts.
class PairTable {
 public:
  explicit PairTable(int hosts) : hosts_(hosts), lists_(hosts * hosts) {}
  void add(const Stream& stream, double value) { lists_[index(stream)].push_back(value); }
  const std::vector<double>& of(int a, int b) const { return lists_[index({a, b})]; }

 private:
  std::size_t index(const Stream& s) const {
    return static_cast<std::size_t>(std::min(s.from, s.to)) * hosts_ + std::max(s.from, s.to);
  }
  int hosts_;
  std::vector<std::vector<double>> lists_;
};

/// Returns zero for an empty set.
double median(std::vector<double> values);
double mean(const std::vector<double>& values);

/// Hosts on one side of a cable.
using Side = std::vector<bool>;

/// A tree of switches that grows by trunks.
class SwitchTree {
 public:
  /// One switch; each host's rate.
  explicit SwitchTree(const std::vector<double>& rates);

  int hosts() const { return hosts_; }
  int switches() const { return switches_; }
  const std::vector<Cable>& cables() const { return cables_; }
  std::vector<Cable>& cables() { return cables_; }
  bool is_trunk(const Cable& cable) const { return cable.a >= hosts_ && cable.b >= hosts_; }

  /// The hosts behind one cable of a switch. A new trunk separates some of these branches from the
  /// others.
  struct Branch {
    int cable;
    std::vector<int> hosts;
  };
  std::vector<Branch> branches(int at) const;
  /// Adds a trunk between these cables of switch `at` and its other ones. The first host keeps its
  /// switch; the new switch takes the hosts of the other side.
  void split(int at, const std::vector<int>& cables, double rate);

  /// Removes the trunk, and joins its two switches.
  void join(int trunk);
  /// The hosts behind a cable, seen from its end `a`.
  Side behind(int cable) const;

  Network network(const std::vector<std::string>& names = {}) const;
  /// The fraction of their rates that hosts keep when several send at once. It does not depend on
  /// which other hosts send.
  double together = 1;
  /// The max-min fair rates of streams.
  std::vector<double> rates(const Network& network, const std::vector<Stream>& streams) const;

 private:
  int hosts_, switches_ = 1;
  std::vector<Cable> cables_;
};

}  // namespace bamboo::plans
