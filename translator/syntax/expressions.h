// SPDX-License-Identifier: Apache-2.0
// Finds the object or pointer that an expression names, without implicit nodes.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// Removes implicit casts and temporaries. Null stays null.
const clang::Expr* without_temporaries(const clang::Expr* expression);

/// An object without a name, which ends with the full expression.
bool is_temporary(const clang::Expr* expression);

/// A variable that is declared several times (`extern` in a header, defined below) is one.
const clang::ValueDecl* one_declaration(const clang::ValueDecl* declared);

/// `p`, `s.p`, `s->p`, `a[i]`: the object that holds the pointer from which an expression starts,
/// else null.
const clang::ValueDecl* pointer_holder(const clang::Expr* expression);

}  // namespace bamboo::translator
