// SPDX-License-Identifier: Apache-2.0
// Traffic to schedule.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/problem.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans::test {

/// How many of the random cases are tried: planners are one thread, and a sanitizer makes each a
/// hundred times slower.
constexpr std::uint32_t cases(std::uint32_t all) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return all / 10;
#elif defined(__has_feature)
  return __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) ? all / 10 : all;
#else
  return all;
#endif
}

constexpr double mbit = 1e6 / 8;
constexpr double fast_ethernet = 100 * mbit;
constexpr Costs free_of_cost{0};
constexpr Separation separations[] = {Separation::None, Separation::Tokens, Separation::Barrier};
constexpr std::size_t kib = 1024;

/// Each pair has a message with that probability; sizes up to `largest`, of all orders of
/// magnitude.
inline Traffic random_traffic(int size, double density, std::size_t largest, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Traffic out{size, {}};
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      if (from != to && uniform(random) < density)
        out.messages.push_back(
            {from, to,
             static_cast<std::size_t>(std::pow(static_cast<double>(largest), uniform(random)))});
  return out;
}

/// All ranks' alltoallv that makes that traffic; rank r keeps r + 1 bytes for itself.
inline std::vector<Problem> alltoallv(const Traffic& traffic) {
  std::vector<Problem> out(traffic.size);
  for (int r = 0; r < traffic.size; ++r) {
    out[r].operation = Operation::Alltoallv;
    out[r].rank = r;
    out[r].size = traffic.size;
    out[r].input_counts.assign(traffic.size, 0);
    out[r].output_counts.assign(traffic.size, 0);
    out[r].input_counts[r] = out[r].output_counts[r] = r + 1;
  }
  for (const Message& m : traffic.messages) {
    out[m.from].input_counts[m.to] = m.bytes;
    out[m.to].output_counts[m.from] = m.bytes;
  }
  return out;
}

}  // namespace bamboo::plans::test
