// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/described_accesses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {

uint64_t number(const llvm::CallInst& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

llvm::SmallVector<Touched, 2> touched_by(const llvm::Instruction& instruction) {
  if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
    llvm::SmallVector<Touched, 2> both = {{copy->getRawDest(), true, copy->getLength(), 0}};
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(copy))
      both.push_back({transfer->getRawSource(), false, copy->getLength(), 0});
    return both;
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return {};
  const llvm::TypeSize size = instruction.getDataLayout().getTypeStoreSize(
      llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction)));
  return {{const_cast<llvm::Value*>(pointer), llvm::isa<llvm::StoreInst>(instruction), nullptr,
           size.getKnownMinValue()}};
}

const llvm::Value& told_address(const llvm::CallInst& call, unsigned argument) {
  const llvm::Value* number = call.getArgOperand(argument);
  const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(number);
  return cast == nullptr ? *number : *cast->getPointerOperand();
}

Access anywhere(const DescribedAccess& own) {
  const bool written = calls(own.call, "bamboo_split_access") && number(*own.call, 3) != 0;
  return {llvm::MemoryLocation::getBeforeOrAfter(own.address, own.access->getAAMetadata()), written,
          AccessRole::nest_array};
}
Access anywhere(const llvm::LoadInst& load) {
  return {llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata()),
          false, AccessRole::nest_bounds};
}

}  // namespace bamboo::overlap
