// SPDX-License-Identifier: Apache-2.0
// Finds the places of control parts. The code there is a mark, "nothing is planned": the control
// part itself runs inside the first call after it. So the processes that execute the call also
// execute its control part, at the call's place among all collectives, and a mark may be placed on
// paths that do not execute the call.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include "controls/pattern_clobbers.h"
#include "refusals/stop.h"

namespace bamboo::overlap {

/// A control part and the calls that it serves.
struct Control {
  const PlannedCall* planned = nullptr;
  llvm::Instruction* before = nullptr;  ///< the insertion point of the mark
  unsigned loops = 0;  ///< the number of loops that the first call was taken out of
  llvm::SmallVector<llvm::CallInst*, 2> calls;
  Pattern pattern;  ///< of the first call

  Stop stop;  ///< the obstacle to a place further out
};

class Placement {
 public:
  Placement(const PatternClobbers& clobbers, const llvm::DominatorTree& dominators,
            const llvm::LoopInfo& loops)
      : clobbers_(clobbers), dominators_(dominators), loops_(loops) {}

  /// Returns the place before the outermost loop in which the pattern stays the same, or before the
  /// call itself.
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
