// SPDX-License-Identifier: Apache-2.0
// Effects of functions that LLVM's attributes do not describe: functions of the C library, and the
// functions of the run-time library that split loop nests.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "shared/split_call.h"

namespace bamboo::overlap {

enum class LibraryEffect {
  Unknown,     ///< not a function of the list
  Arithmetic,  ///< touches no memory of the program but errno
  Memory,      ///< touches only what its arguments point to, or allocates
  Output,      ///< writes or reads files: seen from outside
  Clock,       ///< reads a clock, and writes only the time, where its arguments point to
};

/// A call that marks the name as the user's (`nobuiltin`) has unknown effects.
LibraryEffect library_effect(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library);

/// Whether the call reads a clock.
bool reads_clock(const llvm::CallBase& call);

/// Whether the call is a function of the C++ library that writes its arguments to a stream.
bool writes_to_stream(const llvm::CallBase& call);

/// The function of the run-time library for split nests that the value calls, if any. These
/// functions access only memory of the library, except those that run a core.
std::optional<SplitCall> split_call(const llvm::Value* value);
inline bool calls(const llvm::Value* value, SplitCall which) {
  return split_call(value) == which;
}

/// Whether it calls the function `name`, which has no definition in the visible modules.
bool calls(const llvm::Value* value, llvm::StringRef name);

}  // namespace bamboo::overlap
