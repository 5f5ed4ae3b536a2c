// SPDX-License-Identifier: Apache-2.0
// Whose functions are trusted to make no MPI calls and to touch nothing but what they are given.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// A function of the language or of its standard libraries. Other libraries' functions are unknown,
/// although their headers are found where the system's are.
bool is_library_function(const clang::FunctionDecl& function);

}  // namespace bamboo::translator
