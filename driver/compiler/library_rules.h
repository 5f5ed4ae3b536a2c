// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "session.h"

namespace bamboo::driver {

/// What the program's start needs to know of shared libraries: "private=NAME" and "shared=NAME" of
/// --bamboo-private and --bamboo-shared, with the DT_SONAME or else the file's name, and "exports"
/// where libraries find all symbols of the program. Fails where a named library is missing, or
/// where the program neither needs nor opens it.
Words library_rules(const Session& session, const std::string& payload);

}  // namespace bamboo::driver
