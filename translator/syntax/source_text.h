// SPDX-License-Identifier: Apache-2.0
// The text that the user wrote.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The text of an expression on one line, as written where it can be.
std::string text_of(const clang::Stmt* expression, const clang::ASTContext& context);

}  // namespace bamboo::translator
