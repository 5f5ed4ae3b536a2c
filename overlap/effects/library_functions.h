// SPDX-License-Identifier: Apache-2.0
/// \file
/// Effects of functions beyond LLVM's attributes: of the C library's, and of those of the
/// run-time library by which the program splits nests of loops.
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

/// Stands before the names of the run-time library's functions that split nests.
constexpr llvm::StringLiteral kSplitPrefix = "bamboo_split_";

/// True for one of these functions: it touches only the library's own memory.
bool is_split_function(const llvm::Function& function);

/// True for a call of the function `name`, which stands in no module that is visible here.
bool calls(const llvm::Value* value, llvm::StringRef name);

}  // namespace bamboo::overlap
