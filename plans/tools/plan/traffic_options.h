// SPDX-License-Identifier: Apache-2.0
// The options of 'bamboo plan make' that say what moves.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "bamboo/plans/files.h"

namespace bamboo::plans::command {

struct TrafficOptions {
  std::string bytes, pattern, unit = "1";
  std::vector<std::string> blocks;  ///< of each rank
};

void declare_traffic(CLI::App& app, TrafficOptions& options);

/// Throws std::invalid_argument where the operation needs another option, or does not take one.
void check_options(const TrafficOptions& options, Operation operation);

/// Sets the traffic that the operation's phases have to move, in the plan's units. The plan has the
/// size of its network; a pattern with fewer ranks reduces it.
void set_traffic(const TrafficOptions& options, SavedPlan& plan);

}  // namespace bamboo::plans::command
