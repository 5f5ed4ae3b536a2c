// SPDX-License-Identifier: Apache-2.0
// Reports the threads that poll the network.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace bamboo::overlap {

/// The record of this process's thread.
nlohmann::json own_thread();

/// The records of all processes as JSON. Prints a line to standard error if a thread rested.
nlohmann::json print_thread(const std::vector<nlohmann::json>& of_ranks);

}  // namespace bamboo::overlap
