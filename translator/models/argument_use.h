// SPDX-License-Identifier: Apache-2.0
// The use that functions of MPI and of the C library make of the memory that their arguments point
// to.
#pragma once

#include "models/mpi_functions.h"

namespace bamboo::translator {

struct ArgumentUse {
  bool reads = true;
  bool writes = true;
  bool certain = false;  ///< false: it depends on the rank, on other arguments, on what arrives
};

/// Of an argument that is a pointer. Nothing is known of functions that are not listed here: they
/// may read, and may write unless the parameter's type forbids it.
ArgumentUse argument_use(const clang::FunctionDecl* callee, const MpiFunction* mpi,
                         unsigned position, bool constant);

/// `stdout` and `stderr`: what is printed there may come in another order.
bool only_shows(const clang::Expr* argument);

/// False for null pointers, special addresses, text, handles and functions: a program can read or
/// write nothing behind them.
bool lends_memory(const clang::Expr* argument, clang::QualType pointee);

}  // namespace bamboo::translator
