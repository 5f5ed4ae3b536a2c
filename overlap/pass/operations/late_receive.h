// SPDX-License-Identifier: Apache-2.0
// A receive of the program's own that starts behind sends of its own, later than in the program.
#pragma once

#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

struct LateReceive {
  llvm::CallInst* receive = nullptr;
  llvm::Instruction* from = nullptr;  ///< where the program starts it: in front of this instruction
  llvm::CallInst* send = nullptr;     ///< the last one that it has passed
  unsigned crossed = 0;               ///< statements that it has passed, the sends included
};

}  // namespace bamboo::overlap
