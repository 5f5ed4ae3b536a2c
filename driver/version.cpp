// SPDX-License-Identifier: Apache-2.0
#include "version.h"

namespace bamboo::driver {

const std::string kVersion = BAMBOO_VERSION;

}  // namespace bamboo::driver
