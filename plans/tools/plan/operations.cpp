// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <stdexcept>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::command {

Operation operation_named(const std::string& name) {
  for (const Algorithm& algorithm : algorithms())
    if (name == name_of(algorithm.operation)) return algorithm.operation;
  throw std::invalid_argument("there is no operation '" + name + "'; 'bamboo plan list' has them");
}

}  // namespace bamboo::plans::command
