// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

/// Looks for what a linker says about a tasks program that its user cannot know the reason of, and
/// says the reason and what to do.
void explain_link_errors(const std::string& linker_output);

}  // namespace bamboo::driver
