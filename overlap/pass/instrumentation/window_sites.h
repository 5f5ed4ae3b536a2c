// SPDX-License-Identifier: Apache-2.0
/// \file
/// Records by which windows are measured (overlap/runtime/windows/window_site.h).
#pragma once

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// Counts the window of `pair`, a half of the call named `name`.
void measure_window(const NonblockingOperation& pair, llvm::StringRef name);

}  // namespace bamboo::overlap
