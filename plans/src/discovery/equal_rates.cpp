// SPDX-License-Identifier: Apache-2.0
#include "discovery/equal_rates.h"

#include <algorithm>
#include <cmath>

namespace bamboo::plans {
namespace {

constexpr double alike = 1.12;

}  // namespace

double with_three_digits(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

void equalise_rates(SwitchTree& tree) {
  std::vector<Cable*> order;
  for (Cable& cable : tree.cables()) order.push_back(&cable);
  std::ranges::sort(order, {}, [](const Cable* cable) { return cable->rate; });
  for (auto begin = order.begin(); begin != order.end();) {
    auto end = begin;
    std::vector<double> hosts, trunks;
    while (end != order.end() && (*end)->rate <= alike * (*begin)->rate) {
      (tree.is_trunk(**end) ? trunks : hosts).push_back((*end)->rate);
      ++end;
    }
    // A host's own rate is measured better than a trunk's, where streams get in each other's way.
    const double rate = with_three_digits(median(hosts.empty() ? trunks : hosts));
    for (; begin != end; ++begin) (*begin)->rate = rate;
  }
}

}  // namespace bamboo::plans
