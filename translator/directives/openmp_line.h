// SPDX-License-Identifier: Apache-2.0
// The translator reads OpenMP's directives as text, so they are in no syntax tree.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The `#pragma omp` directly before a line that wants the statement behind it; Bamboo's directives
/// may stand between. Invalid: there is none.
clang::SourceLocation openmp_before(clang::SourceLocation line,
                                    const clang::SourceManager& sources);

}  // namespace bamboo::translator
