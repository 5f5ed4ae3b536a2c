// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of the C library's functions beyond LLVM's attributes.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstrTypes.h>

namespace bamboo::overlap {

enum class LibraryEffect {
  unknown,     ///< not a function of the list
  arithmetic,  ///< touches no memory of the program but errno
  memory,      ///< touches only what its arguments point to, or allocates
  output,      ///< writes or reads files: seen from outside
};

/// Of a call that says that the name is the user's (`nobuiltin`) nothing is known.
LibraryEffect library_effect(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library);

}  // namespace bamboo::overlap
