// SPDX-License-Identifier: Apache-2.0
// A copy of the statements that a core passes, reduced to their control flow and the addresses
// that they touch.
#pragma once

#include <llvm/Transforms/Utils/ValueMapper.h>

#include "pass/operations/split_nest.h"
#include "pass/splitting/core_hoist.h"

namespace bamboo::overlap {

class Inspector {
 public:
  Inspector(const CoreHoist& hoist, const llvm::LoopInfo& loops, PointsTo& points_to,
            SplitNest& split)
      : hoist_(hoist), loops_(loops), points_to_(points_to), split_(split), plan_(*split.plan) {}

  /// Copies `blocks`, which are entered at the first one; edges to `from` go to `to`. Returns the
  /// copy of the first block. Adds the accesses, and the calls that report them, to the split's
  /// record.
  llvm::BasicBlock* make(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::BasicBlock& from,
                         llvm::BasicBlock& to);

 private:
  void report_stages(const llvm::ValueToValueMapTy& copies);
  llvm::CallInst* report(const RuntimeCheck& touch, const llvm::ValueToValueMapTy& copies);
  void report_kept(const llvm::ValueToValueMapTy& copies);
  void leave_out_failures(const llvm::ValueToValueMapTy& copies);
  void report_groups(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                     const llvm::ValueToValueMapTy& copies);
  void strip(llvm::ArrayRef<llvm::BasicBlock*> blocks, const llvm::ValueToValueMapTy& copies);

  const CoreHoist& hoist_;
  const llvm::LoopInfo& loops_;
  PointsTo& points_to_;
  SplitNest& split_;
  llvm::Value& plan_;
  unsigned site_ = 0;
};

}  // namespace bamboo::overlap
