// SPDX-License-Identifier: Apache-2.0
// The translator reads OpenMP's directives as text, so they are in no syntax tree.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// Returns the location of the `#pragma omp` directly before `line` that applies to the statement
/// after it; Bamboo's directives may be in between. Invalid if there is none.
clang::SourceLocation openmp_before(clang::SourceLocation line,
                                    const clang::SourceManager& sources);

}  // namespace bamboo::translator
