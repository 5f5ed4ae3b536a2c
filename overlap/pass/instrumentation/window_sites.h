// SPDX-License-Identifier: Apache-2.0
// Records by which windows and split nests are measured (overlap/runtime/windows/window_site.h,
// overlap/runtime/splitting/split_nest.h).
#pragma once

#include "pass/operations/call_pair.h"
#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// Counts the window of `pair`, whose call is named `name`. With `may_block`, the library chooses
/// at run time whether the call blocks.
void measure_window(const CallPair& pair, llvm::StringRef name, bool may_block);

/// A call of the program's own that starts or completes an operation.
void measure_own_half(llvm::CallInst& call);

/// Times the parts of the nest.
void measure_nest(const SplitNest& split);

}  // namespace bamboo::overlap
