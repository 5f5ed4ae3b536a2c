// SPDX-License-Identifier: Apache-2.0
// Calls that are not visible in the source: destructors, cleanup functions, and callbacks of
// standard library functions.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

struct Ending {
  const clang::Stmt* site = nullptr;  ///< the declaration, the temporary, the `delete`, the call
  const clang::FunctionDecl* function = nullptr;  ///< null: chosen at run time
  /// A virtual one, of an object whose class is not known.
  bool chosen_later = false;
};

/// The destructors with a body, and the functions of `__attribute__((cleanup))`, that run when
/// `statement` ends: of its variables, of temporaries, of objects that are deleted or released by a
/// smart pointer, with their members, bases and elements; and the deleters of smart pointers.
std::vector<Ending> endings_of(const clang::Stmt* statement);

/// A function that a library function calls, which gets it as an argument.
struct Callback {
  const clang::Expr* argument = nullptr;
  const clang::FunctionDecl* function = nullptr;  ///< null: chosen at run time
};
std::vector<Callback> callbacks_of(llvm::ArrayRef<const clang::Expr*> arguments);
/// Empty for functions that only store their arguments.
std::vector<Callback> callbacks_of(const clang::CallExpr& call, const clang::FunctionDecl& callee);

/// The call operator of `std::function` and of similar classes.
bool calls_what_it_stores(const clang::FunctionDecl& callee);
/// For a class that runs the function it is constructed with: `std::thread`.
bool runs_arguments(const clang::CXXConstructorDecl& constructor);

}  // namespace bamboo::translator
