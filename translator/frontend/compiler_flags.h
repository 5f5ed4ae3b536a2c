// SPDX-License-Identifier: Apache-2.0
// Converts the command line of the user's compiler (gcc's or clang's) to one that Clang's library
// accepts.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// Drops options that do not change how the file is read: unknown options, warnings, outputs, code
/// generation. Adds Clang's own headers.
std::vector<std::string> clang_command_line(llvm::StringRef file,
                                            llvm::ArrayRef<std::string> flags);

}  // namespace bamboo::translator
