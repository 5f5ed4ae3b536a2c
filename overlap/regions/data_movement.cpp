// SPDX-License-Identifier: Apache-2.0
#include "regions/data_movement.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace bamboo::overlap {

bool only_moves_data(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  const auto is_moved = [&](const llvm::Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction == nullptr || llvm::isa<llvm::LoadInst>(instruction) ||
           !llvm::is_contained(blocks, instruction->getParent());
  };
  // Whether the store adds to the old value, as for data that returns from neighbours.
  const auto is_summed = [&](const llvm::StoreInst& store) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(store.getValueOperand());
    const auto is_old = [&](unsigned operand) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(sum->getOperand(operand));
      return load != nullptr && load->getPointerOperand() == store.getPointerOperand();
    };
    return sum != nullptr && ((is_old(0) && is_moved(sum->getOperand(1))) ||
                              (is_old(1) && is_moved(sum->getOperand(0))));
  };
  return llvm::all_of(blocks, [&](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [&](const llvm::Instruction& instruction) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return is_moved(store->getValueOperand()) || is_summed(*store);
      return !instruction.mayWriteToMemory() || llvm::isa<llvm::IntrinsicInst>(instruction);
    });
  });
}

}  // namespace bamboo::overlap
