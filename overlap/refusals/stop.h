// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where something ended and why, for the remark.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <string>

namespace bamboo::overlap {

/// Where a motion ended and why, for the remark.
struct Stop {
  llvm::DebugLoc place;
  std::string reason;
};

/// "line 12".
std::string line_of(const llvm::DebugLoc& place);

}  // namespace bamboo::overlap
