// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bamboo/plans/discover.h"

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

/// Zero of none.
double median(std::vector<double> values);
double mean(const std::vector<double>& values);

}  // namespace bamboo::plans
