// SPDX-License-Identifier: Apache-2.0
// Texts of the line that names the origin of what follows.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// `#line N "file"`, without a newline.
std::string line_directive(unsigned line, llvm::StringRef file);

/// As a string of C, and of DOT.
std::string quoted(llvm::StringRef text);

}  // namespace bamboo::translator
