// SPDX-License-Identifier: Apache-2.0
/// \file
/// What became of the threads that look at the network.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace bamboo::overlap {

/// That of this process.
nlohmann::json own_thread();

/// Those of all processes as JSON; prints a line to standard error where some rested.
nlohmann::json tell_thread(const std::vector<nlohmann::json>& of_ranks);

}  // namespace bamboo::overlap
