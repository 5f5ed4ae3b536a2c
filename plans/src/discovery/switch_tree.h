// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bamboo/plans/network.h"
#include "discovery/observations.h"

namespace bamboo::plans {

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

  /// The hosts behind a cable of a switch. A new trunk puts some of these branches apart.
  struct Branch {
    int cable;
    std::vector<int> hosts;
  };
  std::vector<Branch> branches(int at) const;
  /// Adds a trunk between these cables of switch `at` and its other ones. The first host keeps its
  /// switch; the new switch takes the hosts of the other side.
  void split(int at, const std::vector<int>& cables, double rate);

  /// The trunk goes, its two switches are one.
  void join(int trunk);
  /// The hosts behind a cable, seen from its end `a`.
  Side behind(int cable) const;

  Network network(const std::vector<std::string>& names = {}) const;
  /// The part of their rates that hosts have left when several send, the same beside any others.
  double together = 1;
  /// The max-min fair rates of streams.
  std::vector<double> rates(const Network& network, const std::vector<Stream>& streams) const;

 private:
  int hosts_, switches_ = 1;
  std::vector<Cable> cables_;
};

}  // namespace bamboo::plans
