// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "session.h"

namespace bamboo::driver {

/// The rules for shared libraries that the program's start needs: "private=NAME" and "shared=NAME"
/// of --bamboo-private and --bamboo-shared, with the DT_SONAME or else the file's name, and
/// "exports" if libraries find all symbols of the program. Fails if a named library is missing, or
/// if the program neither needs nor opens it.
Words library_rules(const Session& session, const std::string& payload);

}  // namespace bamboo::driver
