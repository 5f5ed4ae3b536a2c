// SPDX-License-Identifier: Apache-2.0
// The function and the object that a call names.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The function that a call names, also where a template leaves the choice open but has none.
const clang::FunctionDecl* callee_of(const clang::CallExpr& call);

/// The object of a called member function or operator, or null.
const clang::Expr* object_of(const clang::CallExpr& call, const clang::CXXMethodDecl* method);

/// The body of a lambda.
bool is_closure_call(const clang::FunctionDecl& function);

}  // namespace bamboo::translator
