// SPDX-License-Identifier: Apache-2.0
// The translator reads OpenMP's directives as text, so they are in no syntax tree.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The `#pragma omp` that stands, apart from other directives of ours, directly before a line and
/// wants the statement behind it; invalid: there is none.
clang::SourceLocation openmp_before(clang::SourceLocation line,
                                    const clang::SourceManager& sources);

}  // namespace bamboo::translator
