// SPDX-License-Identifier: Apache-2.0
// The windows of all ranks in one table, as Tables 1 to 3 of the code-motion paper have it.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace bamboo::overlap {

/// The windows of this process, to be merged with those of other processes.
nlohmann::json own_windows();

/// Prints the table to standard error; the same as JSON.
nlohmann::json print_windows(const std::vector<nlohmann::json>& of_ranks);

}  // namespace bamboo::overlap
