// SPDX-License-Identifier: Apache-2.0
/// \file
/// A copy of the statements that a core passes in which nothing is left but their control flow and
/// the addresses of what they touch.
#pragma once

#include <llvm/Transforms/Utils/ValueMapper.h>

#include "pass/operations/split_nest.h"
#include "pass/splitting/core_hoist.h"

namespace bamboo::overlap {

class Inspector {
 public:
  Inspector(const CoreHoist& hoist, const llvm::LoopInfo& loops, PointsTo& points_to,
            llvm::Value& plan)
      : hoist_(hoist), loops_(loops), points_to_(points_to), plan_(plan) {}

  /// Copies `blocks`, the first of which is where they are entered; the way to `from` goes to `to`.
  /// Returns the copy of the first. `looked_at`: the accesses, and where the library is told.
  llvm::BasicBlock* make(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::BasicBlock& from,
                         llvm::BasicBlock& to, llvm::SmallVectorImpl<DescribedAccess>& looked_at);

 private:
  void tell_groups(llvm::ArrayRef<llvm::BasicBlock*> blocks, const llvm::ValueToValueMapTy& copies);
  void strip(llvm::ArrayRef<llvm::BasicBlock*> blocks, const llvm::ValueToValueMapTy& copies);

  const CoreHoist& hoist_;
  const llvm::LoopInfo& loops_;
  PointsTo& points_to_;
  llvm::Value& plan_;
};

}  // namespace bamboo::overlap
