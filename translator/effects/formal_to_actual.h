// SPDX-License-Identifier: Apache-2.0
// Which memory of the caller a function's parameters stand for.
#pragma once

#include "memory/access_path.h"

namespace bamboo::translator {

/// What a function's parameters point to or refer to, in the names of the statement.
struct Given {
  Place place;
  const clang::Expr* argument = nullptr;
};
using GivenParameters = std::map<const clang::ParmVarDecl*, Given>;

/// Null: which memory of the caller a place behind a parameter is cannot be told.
const Given* given_for(const GivenParameters& parameters, const clang::ParmVarDecl& parameter,
                       const Place& place);

/// The place is not one of an array's elements, or one whose number is known.
bool known_element(const Place& place);

/// A parameter that always is what the caller gave.
bool keeps_value(const clang::ParmVarDecl* parameter, const clang::FunctionDecl& definition);

/// `&x` as the user would name it.
const clang::Expr* pointed_at(const clang::Expr* argument);

}  // namespace bamboo::translator
