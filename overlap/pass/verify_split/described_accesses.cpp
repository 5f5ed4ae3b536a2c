// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/described_accesses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
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

const llvm::Value& address_behind(const llvm::Value& number) {
  const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(&number);
  return cast == nullptr ? number : *cast->getPointerOperand();
}

NestDescription::NestDescription(const SplitNest& split)
    : call_(*split.describes),
      is_own_(calls(&call_, SplitCall::describe) && call_.getArgOperand(0) == split.plan) {
  const auto& constant = llvm::cast<llvm::GlobalVariable>(*call_.getArgOperand(1));
  std::vector<uint64_t> words;
  for (const llvm::Use& record : constant.getInitializer()->operands())
    for (unsigned i = 0;
         llvm::Constant* word = llvm::cast<llvm::Constant>(record)->getAggregateElement(i); ++i)
      words.push_back(llvm::cast<llvm::ConstantInt>(word)->getZExtValue());
  shape_ = NestShape::read(words.data()).value();
  is_own_ &= call_.arg_size() == 2 + shape_.first_input + shape_.inputs;
}

Access NestDescription::anywhere(const DescribedAccess& own) const {
  return {llvm::MemoryLocation::getBeforeOrAfter(own.address, own.access->getAAMetadata()),
          is_written(own), AccessRole::NestArray};
}

Access anywhere(const llvm::LoadInst& load) {
  return {llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata()),
          false, AccessRole::NestBounds};
}

}  // namespace bamboo::overlap
