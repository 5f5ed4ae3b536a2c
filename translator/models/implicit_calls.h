// SPDX-License-Identifier: Apache-2.0
// Calls that do not stand in the text: destructors, cleanup functions, and functions that the
// standard library calls for its caller.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

struct Ending {
  const clang::Stmt* site = nullptr;  ///< the declaration, the temporary, the `delete`, the call
  const clang::FunctionDecl* function = nullptr;  ///< null: chosen at run time
  /// A virtual one, of an object whose class is not known.
  bool chosen_later = false;
};

/// The destructors with a body of their own, and the functions of `__attribute__((cleanup))`, that
/// run when `statement` ends: of the variables that stand in it, of a temporary, of what is deleted
/// or given up by a smart pointer; those of members, bases and elements, too; smart pointers'
/// deleters.
std::vector<Ending> endings_of(const clang::Stmt* statement);

/// A function that a library function calls, which gets it as an argument.
struct Callback {
  const clang::Expr* argument = nullptr;
  const clang::FunctionDecl* function = nullptr;  ///< null: chosen at run time
};
std::vector<Callback> callbacks_of(llvm::ArrayRef<const clang::Expr*> arguments);
/// Empty for functions that only store what they get.
std::vector<Callback> callbacks_of(const clang::CallExpr& call, const clang::FunctionDecl& callee);

/// The call operator of `std::function` and of similar classes.
bool calls_what_it_stores(const clang::FunctionDecl& callee);
/// Of a class that runs what it is made of: `std::thread`.
bool runs_arguments(const clang::CXXConstructorDecl& constructor);

}  // namespace bamboo::translator
