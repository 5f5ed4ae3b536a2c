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

/// The use of a pointer argument. A function that is not listed may read, and may write unless the
/// parameter's type forbids it.
ArgumentUse argument_use(const clang::FunctionDecl* callee, const MpiFunction* mpi,
                         unsigned position, bool constant);

/// `stdout` and `stderr`: the order of output to them is not preserved.
bool only_shows(const clang::Expr* argument);

/// False for null pointers, special addresses, text, handles and functions: a program cannot read
/// or write behind them.
bool lends_memory(const clang::Expr* argument, clang::QualType pointee);

}  // namespace bamboo::translator
