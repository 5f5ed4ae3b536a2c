// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where control parts may stand. What stands there is a mark, "nothing is planned": the part
/// itself runs inside the first call behind it. So it is executed by those processes that execute
/// the call, in the call's place among all collectives, and a mark may stand where the call is not
/// executed at all.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include "controls/pattern_clobbers.h"
#include "refusals/stop.h"

namespace bamboo::overlap {

/// A control part and the calls that it serves.
struct Control {
  const PlannedCall* planned = nullptr;
  llvm::Instruction* before = nullptr;  ///< the mark stands in front of it
  unsigned loops = 0;                   ///< that the first call was taken out of
  llvm::SmallVector<llvm::CallInst*, 2> calls;
  Pattern pattern;  ///< of the first call

  Stop stop;  ///< what keeps it from standing further out
};

class Placement {
 public:
  Placement(const PatternClobbers& clobbers, const llvm::DominatorTree& dominators,
            const llvm::LoopInfo& loops)
      : clobbers_(clobbers), dominators_(dominators), loops_(loops) {}

  /// In front of the outermost loop in which the pattern stays the same, or of the call itself.
  Control place(const PlannedCall& planned, llvm::CallInst& call) const;

  /// Takes over the calls of `other`, when every path to them passes `control` and the pattern
  /// is still the same.
  bool merge(Control& control, const Control& other) const;

 private:
  bool is_same_in(const llvm::Loop& loop, Control& control) const;
  bool is_same_between(const llvm::Instruction& from, const llvm::Instruction& to,
                       const Pattern& pattern) const;

  const PatternClobbers& clobbers_;
  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo& loops_;
};

}  // namespace bamboo::overlap
