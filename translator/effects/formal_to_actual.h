// SPDX-License-Identifier: Apache-2.0
// Maps a function's parameters to memory of the caller.
#pragma once

#include "memory/access_path.h"

namespace bamboo::translator {

/// The objects that a function's parameters point to or refer to, in the names of the statement.
struct Actual {
  AccessPath path;
  const clang::Expr* argument = nullptr;
};
using FormalToActual = std::map<const clang::ParmVarDecl*, Actual>;

/// Returns null if the memory of the caller behind a parameter is unknown.
const Actual* actual_for(const FormalToActual& parameters, const clang::ParmVarDecl& parameter,
                         const AccessPath& path);

/// The path does not contain an array element with an unknown number.
bool known_element(const AccessPath& path);

/// A parameter that always holds the caller's argument.
bool keeps_value(const clang::ParmVarDecl* parameter, const clang::FunctionDecl& definition);

/// `&x` as the user would name it.
const clang::Expr* pointed_at(const clang::Expr* argument);

}  // namespace bamboo::translator
