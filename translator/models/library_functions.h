// SPDX-License-Identifier: Apache-2.0
// The functions that are trusted to make no MPI calls and to touch only the memory of their
// arguments.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// A function of the language or of its standard libraries. Other libraries' functions are unknown,
/// although their headers are found where the system's are.
bool is_library_function(const clang::FunctionDecl& function);

}  // namespace bamboo::translator
