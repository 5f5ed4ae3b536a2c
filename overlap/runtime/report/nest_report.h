// SPDX-License-Identifier: Apache-2.0
// Reports the executions of the split nests of all ranks: how often the core ran first, why it did
// not, and how long the parts took.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace bamboo::overlap {

/// The nests of this process, to be merged with those of other processes.
nlohmann::json own_nests();

/// Prints the table to standard error; the same as JSON.
nlohmann::json print_nests(const std::vector<nlohmann::json>& of_ranks);

}  // namespace bamboo::overlap
