// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

extern const std::string kVersion;  ///< "0.3.0"

}  // namespace bamboo::driver
