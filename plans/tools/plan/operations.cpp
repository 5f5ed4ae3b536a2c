// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <stdexcept>
#include <string_view>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/support/suggestion.h"

namespace bamboo::plans::command {

Operation operation_named(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Algorithm& algorithm : algorithms()) {
    known.emplace_back(name_of(algorithm.operation));
    if (name == known.back()) return algorithm.operation;
  }
  throw std::invalid_argument(
      "there is no operation '" + name + "'" +
      support::did_you_mean(support::nearest(name, known), "'bamboo plan list' has them"));
}

}  // namespace bamboo::plans::command
