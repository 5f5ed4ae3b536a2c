// SPDX-License-Identifier: Apache-2.0
#include "version.h"

namespace bamboo::driver {

const std::string bamboo_version = BAMBOO_VERSION;

}  // namespace bamboo::driver
