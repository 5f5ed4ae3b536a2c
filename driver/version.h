// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

extern const std::string bamboo_version;  ///< "0.3.0"

}  // namespace bamboo::driver
