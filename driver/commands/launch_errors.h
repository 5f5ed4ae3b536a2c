// SPDX-License-Identifier: Apache-2.0
// Errors of a command line that the launcher would report in a box of many lines.
#pragma once

#include "launch.h"

namespace CLI {
class App;
}

namespace bamboo::driver {

/// Bad usage where a word among the launcher's options is a misspelt option of `app`.
void require_known_options(const CLI::App& app, const Words& launcher_options, MpiFamily family,
                           Launcher launcher);

/// Fails where the program or the host file does not exist.
void require_files(const Launch& launch);

}  // namespace bamboo::driver
