// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// A call whose result is fresh memory: malloc and similar functions, new, and wrappers of them.
bool is_allocation(const clang::Expr* expression);

}  // namespace bamboo::translator
