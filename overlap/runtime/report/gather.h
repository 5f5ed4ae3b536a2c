// SPDX-License-Identifier: Apache-2.0
// Texts of all processes in one place.
#pragma once

#include <string>
#include <vector>

namespace bamboo::overlap {

/// The texts of all processes, at the first one. Collective.
std::vector<std::string> gather(const std::string& own);

}  // namespace bamboo::overlap
