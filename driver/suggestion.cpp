// SPDX-License-Identifier: Apache-2.0
#include "suggestion.h"

#include <fmt/core.h>

#include <algorithm>

#include "bamboo/support/environment.h"

namespace bamboo::driver {

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto distance = [&](const std::string& candidate) {
    return support::edit_distance(word, candidate);
  };
  const auto nearest = std::ranges::min_element(candidates, {}, distance);
  if (nearest == candidates.end() || distance(*nearest) > word.size() / 3 + 1) return ";";
  return fmt::format("; did you mean '{}'?", *nearest);
}

}  // namespace bamboo::driver
