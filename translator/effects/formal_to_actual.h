// SPDX-License-Identifier: Apache-2.0
// Which memory of the caller a function's parameters stand for.
#pragma once

#include "memory/access_path.h"

namespace bamboo::translator {

/// The objects that a function's parameters point to or refer to, in the names of the statement.
struct Actual {
  AccessPath path;
  const clang::Expr* argument = nullptr;
};
using FormalToActual = std::map<const clang::ParmVarDecl*, Actual>;

/// Null: the memory of the caller that a path behind a parameter names is not known.
const Actual* actual_for(const FormalToActual& parameters, const clang::ParmVarDecl& parameter,
                         const AccessPath& path);

/// The path names no element of an array, or one whose number is known.
bool known_element(const AccessPath& path);

/// A parameter that always is what the caller gave.
bool keeps_value(const clang::ParmVarDecl* parameter, const clang::FunctionDecl& definition);

/// `&x` as the user would name it.
const clang::Expr* pointed_at(const clang::Expr* argument);

}  // namespace bamboo::translator
