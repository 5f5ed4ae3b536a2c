// SPDX-License-Identifier: Apache-2.0
#include "regions/reachability.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

namespace bamboo::overlap {

bool may_precede(const llvm::Instruction& first, const llvm::Instruction& second,
                 const llvm::BasicBlock& border) {
  if (first.getParent() == second.getParent() && first.comesBefore(&second)) return true;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen = {&border};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {first.getParent()};
  while (!open.empty())
    for (const llvm::BasicBlock* next : llvm::successors(open.pop_back_val()))
      if (seen.insert(next).second) {
        if (next == second.getParent()) return true;
        open.push_back(next);
      }
  return false;
}

}  // namespace bamboo::overlap
