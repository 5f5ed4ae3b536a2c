// SPDX-License-Identifier: Apache-2.0
// Which functions are trusted to make no MPI calls and to touch their arguments' memory alone.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// A function of the language or of its standard libraries. Other libraries' functions are unknown,
/// although their headers are found where the system's are.
bool is_library_function(const clang::FunctionDecl& function);

}  // namespace bamboo::translator
