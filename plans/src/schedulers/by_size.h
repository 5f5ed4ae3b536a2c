// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bamboo/plans/phases.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans {

/// The indices of the messages by decreasing size; messages of equal size keep their order.
inline std::vector<std::uint32_t> by_size(const Traffic& traffic) {
  std::vector<std::uint32_t> order(traffic.messages.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::greater(),
                           [&traffic](std::uint32_t m) { return traffic.messages[m].bytes; });
  return order;
}

inline Transfer whole(const Message& message) {
  return {message.from, message.to, 0, message.bytes};
}

}  // namespace bamboo::plans
