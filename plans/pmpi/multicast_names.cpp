// SPDX-License-Identifier: Apache-2.0
#include "multicast_names.h"

#include <algorithm>
#include <limits>

namespace bamboo::plans::pmpi {
namespace {

constexpr int any_size = std::numeric_limits<int>::max();
constexpr std::size_t any_bytes = std::numeric_limits<std::size_t>::max();

// They need the message in one piece of memory, as those that cut blocks.
constexpr Algorithm table[] = {
    {"bcast/multicast", Operation::Bcast, true, any_size, any_bytes, nullptr},
    {"scatter/multicast", Operation::Scatter, true, any_size, any_bytes, nullptr},
    {"scatterv/multicast", Operation::Scatterv, true, any_size, any_bytes, nullptr},
    {"scatterv/multicast_dynamic", Operation::Scatterv, true, any_size, any_bytes, nullptr},
};

}  // namespace

std::span<const Algorithm> multicast_algorithms() {
  return table;
}

const Algorithm* find_multicast(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Algorithm::name);
  return found == std::end(table) ? nullptr : found;
}

bool opens_groups(const Algorithm& algorithm) {
  return std::string_view(algorithm.name).ends_with("_dynamic");
}

bool is_multicast(const Algorithm& algorithm) {
  return std::ranges::any_of(table, [&](const Algorithm& each) { return &each == &algorithm; });
}

const Algorithm* multicast_of(Operation operation) {
  const auto found = std::ranges::find(table, operation, &Algorithm::operation);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace bamboo::plans::pmpi
