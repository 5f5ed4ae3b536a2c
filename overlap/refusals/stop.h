// SPDX-License-Identifier: Apache-2.0
// The place where a motion or an analysis ended, and the reason, for the remark.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include "refusals/refusal.h"

namespace bamboo::overlap {

struct Stop {
  llvm::DebugLoc place;
  std::optional<Refusal> refusal;  ///< nothing: it did not end
};

/// "line 12".
std::string line_of(const llvm::DebugLoc& place);

}  // namespace bamboo::overlap
