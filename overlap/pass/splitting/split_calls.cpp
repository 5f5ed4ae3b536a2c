// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/split_calls.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace bamboo::overlap {
namespace {

llvm::MemoryEffects effects_of(SplitCall which) {
  using llvm::MemoryEffects;
  switch (which) {
    case SplitCall::begin:  // they write the site
    case SplitCall::begin_behind:
      return MemoryEffects::inaccessibleOrArgMemOnly();
    case SplitCall::posted:  // it reads the request and writes the list
      return MemoryEffects::readOnly() | MemoryEffects::inaccessibleOrArgMemOnly();
    case SplitCall::completes:
    case SplitCall::run:  // it reads the records of rows, and their indices
      return MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly();
    default:
      return MemoryEffects::inaccessibleMemOnly();
  }
}

}  // namespace

llvm::Type* SplitCalls::result_of(SplitCall which) {
  switch (which) {
    case SplitCall::begin:
    case SplitCall::begin_behind:
    case SplitCall::rest_plan:
    case SplitCall::noted:
      return builder_.getPtrTy();
    case SplitCall::first:
    case SplitCall::end:
      return builder_.getInt64Ty();
    case SplitCall::core:
    case SplitCall::chunk:
    case SplitCall::readable:
    case SplitCall::run:
    case SplitCall::rest:
    case SplitCall::results:
      return builder_.getInt32Ty();
    default:
      return builder_.getVoidTy();
  }
}

llvm::CallInst* SplitCalls::make(SplitCall which, llvm::ArrayRef<llvm::Value*> arguments,
                                 size_t fixed) {
  llvm::SmallVector<llvm::Type*, 7> types;
  for (llvm::Value* argument : arguments.take_front(fixed)) types.push_back(argument->getType());
  llvm::Module& module = *builder_.GetInsertBlock()->getModule();
  const auto callee = module.getOrInsertFunction(
      split_call_names[static_cast<size_t>(which)],
      llvm::FunctionType::get(result_of(which), types, fixed < arguments.size()));
  llvm::CallInst* made = builder_.CreateCall(callee, arguments);
  made->setDoesNotThrow();
  made->addFnAttr(llvm::Attribute::WillReturn);
  if (!runs_core(which)) {
    made->setMemoryEffects(effects_of(which));
    made->addFnAttr(llvm::Attribute::NoCallback);
  }
  if (which == SplitCall::first) {
    // No loop that is cut has more iterations than this.
    const llvm::APInt least(64, 0), most = llvm::APInt::getOneBitSet(64, 62);
    made->setMetadata(llvm::LLVMContext::MD_range,
                      llvm::MDBuilder(builder_.getContext()).createRange(least, most));
  }
  return made;
}

llvm::Value* SplitCalls::number_of(llvm::Value* value, bool is_signed) {
  return value->getType()->isPointerTy()
             ? builder_.CreatePtrToInt(value, builder_.getInt64Ty())
             : builder_.CreateIntCast(value, builder_.getInt64Ty(), is_signed);
}

llvm::CallInst* SplitCalls::begin(llvm::Value* earlier) {
  auto* word = builder_.getInt32Ty();
  llvm::Type* pointer = builder_.getPtrTy();
  static_assert(offsetof(bamboo_split_site, history) == 24 && sizeof(bamboo_split_site) == 32);
  auto* type = llvm::StructType::get(builder_.getContext(), {pointer, word, word, word, pointer});
  auto* site = new llvm::GlobalVariable(*builder_.GetInsertBlock()->getModule(), type, false,
                                        llvm::GlobalValue::InternalLinkage,
                                        llvm::Constant::getNullValue(type), "bamboo.split.site");
  if (earlier == nullptr) return make(SplitCall::begin, {site});
  return make(SplitCall::begin_behind, {site, earlier});
}

llvm::CallInst* SplitCalls::describe(llvm::Value* split, const NestShape& shape,
                                     llvm::ArrayRef<llvm::Value*> row) {
  const llvm::Function& function = *builder_.GetInsertBlock()->getParent();
  llvm::SmallVector<llvm::Constant*, 16> records;
  for (const std::vector<uint64_t>& record : shape.records())
    records.push_back(llvm::ConstantDataArray::get(builder_.getContext(), record));
  llvm::Constant* words = llvm::ConstantStruct::getAnon(builder_.getContext(), records);
  auto* constant = new llvm::GlobalVariable(
      *builder_.GetInsertBlock()->getModule(), words->getType(), true,
      llvm::GlobalValue::PrivateLinkage, words, "bamboo.nest." + function.getName());
  llvm::SmallVector<llvm::Value*, 32> arguments = {split, constant};
  arguments.append(row.begin(), row.end());
  return make(SplitCall::describe, arguments, 2);
}

}  // namespace bamboo::overlap
