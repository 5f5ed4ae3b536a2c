// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

/// Whether the file is a program, library, object or archive, as opposed to a source.
bool is_binary(const std::string& file);

/// Says which MPI functions of a binary, and of the shared libraries that it needs, mode tasks
/// lacks. Returns the exit status: 1 if there is one.
int check_binary(const std::string& file);

}  // namespace bamboo::driver
