// SPDX-License-Identifier: Apache-2.0
// Finds the parts of a statement that always run, and those that leave it.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// A branch, a loop's body, the right side of `&&`: `statement` may run without this child.
bool may_be_skipped(const clang::Stmt* statement, const clang::Stmt* child);

bool is_loop(const clang::Stmt* statement);

/// One of the surrounding `try` statements catches it.
bool is_caught(const clang::CXXThrowExpr& thrown, llvm::ArrayRef<const clang::CXXTryStmt*> tries,
               const clang::ASTContext& context);

/// abort and similar functions, which are called when the program has failed.
bool is_failure(const clang::FunctionDecl& function);

}  // namespace bamboo::translator
