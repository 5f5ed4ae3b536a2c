// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

/// Explains linker errors of a tasks program whose reason the user cannot know, with a remedy.
void explain_link_errors(const std::string& linker_output);

}  // namespace bamboo::driver
