// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of the C library's functions beyond LLVM's attributes.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>

namespace bamboo::overlap {

enum class LibraryEffect {
  unknown,     ///< not a function of the list
  arithmetic,  ///< touches no memory of the program but errno
  memory,      ///< touches only what its arguments point to, or allocates
  output,      ///< writes or reads files: seen from outside
};

LibraryEffect library_effect(const llvm::Function& function,
                             const llvm::TargetLibraryInfo& library);

}  // namespace bamboo::overlap
