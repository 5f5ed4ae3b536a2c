// SPDX-License-Identifier: Apache-2.0
// Variables whose value never passes from one block to another, or across one.
#pragma once

#include "directives/annotated_unit.h"

namespace bamboo::translator {

/// Whether each block, and each sequence between blocks, sets the local variable before using it:
/// loop counters of C89, results of calls. The order of the blocks then does not matter to it.
bool is_private(const clang::VarDecl* variable, const clang::FunctionDecl& function,
                const AnnotatedUnit& unit);

/// A `for` in the statement sets the variable in its head.
bool counts_with(const clang::Stmt* statement, const clang::ValueDecl* variable);

}  // namespace bamboo::translator
