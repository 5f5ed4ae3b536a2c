// SPDX-License-Identifier: Apache-2.0
// Finds the variables that no other function can reach.
#pragma once

#include "memory/access_path.h"

namespace bamboo::translator {

/// `path` belongs to a variable of `function` that it uses by name only, and by its address only
/// in calls of MPI: no other function can read or write it.
bool does_not_escape(const AccessPath& path, const clang::FunctionDecl& function);

}  // namespace bamboo::translator
