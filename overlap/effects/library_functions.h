// SPDX-License-Identifier: Apache-2.0
// Effects of functions that LLVM's attributes do not describe: functions of the C library, and the
// functions of the run-time library that split loop nests.
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

/// A call that marks the name as the user's (`nobuiltin`) has unknown effects.
LibraryEffect library_effect(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library);

/// The prefix of the run-time library's functions that split nests.
constexpr llvm::StringLiteral kSplitPrefix = "bamboo_split_";

/// Whether it is one of these functions: they access only memory of the library.
bool is_split_function(const llvm::Function& function);

/// Whether it calls the function `name`, which has no definition in the visible modules.
bool calls(const llvm::Value* value, llvm::StringRef name);

}  // namespace bamboo::overlap
