// SPDX-License-Identifier: Apache-2.0
// Each command declares its options on its own CLI11 application and sets the function to run.
#pragma once

#include <functional>
#include <string>

#include "bamboo/plans/problem.h"

namespace CLI {
class App;
}

namespace bamboo::plans::command {

/// Returns the exit status. Throws FileError and std::invalid_argument.
using Run = std::function<int()>;

/// Throws std::invalid_argument if no operation has that name.
Operation operation_named(const std::string& name);

Run make_command(CLI::App& app);
Run print_command(CLI::App& app);
Run draw_command(CLI::App& app);
Run check_command(CLI::App& app);
Run simulate_command(CLI::App& app);
Run compare_command(CLI::App& app);
Run list_command(CLI::App& app);
Run probe_command(CLI::App& app);
Run replay_command(CLI::App& app);

}  // namespace bamboo::plans::command
