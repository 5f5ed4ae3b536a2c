// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

/// How a program is built. The values of the three real modes are those of the note in objects.
enum class Mode { Auto = 0, Tasks = 1, Off = 2, Overlap = 3 };

std::string to_string(Mode mode);
/// Bad usage if it is none; `where` names the option or variable that had the word.
Mode parse_mode(const std::string& word, const std::string& where);

}  // namespace bamboo::driver
