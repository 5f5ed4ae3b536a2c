// SPDX-License-Identifier: Apache-2.0
// Makes `#line` directives, which name the origin of the following lines.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// `#line N "file"`, without a newline.
std::string line_directive(unsigned line, llvm::StringRef file);

/// Quotes the text as a string of C, and of DOT.
std::string quoted(llvm::StringRef text);

}  // namespace bamboo::translator
