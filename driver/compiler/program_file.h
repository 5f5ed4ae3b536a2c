// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "session.h"

namespace bamboo::driver {

/// Whether the program is linked with -fsanitize=….
bool has_sanitizer(const CommandLine& line);

/// Makes the executable of a tasks program: the launcher with the payload as a section. Nothing is
/// left behind under the output's name unless all went well.
int make_program_file(Session& session, const std::string& payload);

}  // namespace bamboo::driver
