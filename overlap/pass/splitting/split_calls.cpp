// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/split_calls.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
llvm::CallInst* SplitCalls::call(llvm::StringRef name, llvm::Type* result,
                                 llvm::ArrayRef<llvm::Value*> arguments, size_t fixed) {
  llvm::SmallVector<llvm::Type*, 7> types;
  for (llvm::Value* argument : arguments.take_front(fixed)) types.push_back(argument->getType());
  llvm::Module& module = *builder_.GetInsertBlock()->getModule();
  const auto callee =
      module.getOrInsertFunction((kSplitPrefix + name).str(),
                                 llvm::FunctionType::get(result, types, fixed < arguments.size()));
  llvm::CallInst* made = builder_.CreateCall(callee, arguments);
  made->setDoesNotThrow();
  made->setOnlyAccessesInaccessibleMemory();
  made->addFnAttr(llvm::Attribute::WillReturn);
  made->addFnAttr(llvm::Attribute::NoCallback);
  return made;
}

llvm::Value* SplitCalls::number_of(llvm::Value* value, bool is_signed) {
  return value->getType()->isPointerTy()
             ? builder_.CreatePtrToInt(value, builder_.getInt64Ty())
             : builder_.CreateIntCast(value, builder_.getInt64Ty(), is_signed);
}

llvm::CallInst* SplitCalls::begin() {
  auto* word = builder_.getInt32Ty();
  llvm::Type* pointer = builder_.getPtrTy();
  auto* type = llvm::StructType::get(builder_.getContext(), {pointer, word, word, word, pointer});
  auto* site = new llvm::GlobalVariable(*builder_.GetInsertBlock()->getModule(), type, false,
                                        llvm::GlobalValue::InternalLinkage,
                                        llvm::Constant::getNullValue(type), "bamboo.split.site");
  llvm::CallInst* made = call("begin", builder_.getPtrTy(), {site});
  made->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  return made;
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
  return call("describe", builder_.getVoidTy(), arguments, 2);
}

llvm::CallInst* SplitCalls::touch(llvm::Value* split, unsigned site, llvm::Value* address,
                                  llvm::Value* bytes, bool written) {
  return call("touch", builder_.getVoidTy(),
              {split, builder_.getInt32(site), number_of(address), number_of(bytes),
               builder_.getInt32(written ? 1 : 0)});
}

llvm::CallInst* SplitCalls::message(llvm::Value* split, unsigned site, llvm::Value* address,
                                    llvm::Value* count, bool written, llvm::Value* type) {
  return call("message", builder_.getVoidTy(),
              {split, builder_.getInt32(site), number_of(address), number_of(count),
               builder_.getInt32(written ? 1 : 0), type});
}

llvm::CallInst* SplitCalls::posted(llvm::Value* list, llvm::Value* request, llvm::Value* address,
                                   llvm::Value* count, llvm::Value* type, llvm::Value* communicator,
                                   bool written) {
  llvm::CallInst* made = call("posted", builder_.getVoidTy(),
                              {list, request, number_of(address), count, type, communicator,
                               builder_.getInt32(written ? 1 : 0)});
  // It reads the request and writes the list.
  made->setMemoryEffects(llvm::MemoryEffects::readOnly() |
                         llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  return made;
}

llvm::CallInst* SplitCalls::completes(llvm::Value* split, unsigned site, llvm::Value* list,
                                      llvm::Value* requests, llvm::Value* count,
                                      llvm::Value* statuses) {
  llvm::CallInst* made = call("completes", builder_.getVoidTy(),
                              {split, builder_.getInt32(site), list, requests, count, statuses});
  made->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly() |
                         llvm::MemoryEffects::readOnly());
  return made;
}

llvm::CallInst* SplitCalls::kept(llvm::Value* split, llvm::Value* address, uint64_t bytes) {
  return call("kept", builder_.getVoidTy(), {split, number_of(address), builder_.getInt64(bytes)});
}

llvm::CallInst* SplitCalls::group(llvm::Value* split) {
  return call("group", builder_.getVoidTy(), {split});
}

llvm::CallInst* SplitCalls::core(llvm::Value* split) {
  return call("core", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::chunk(llvm::Value* split) {
  return call("chunk", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::run(llvm::Value* split) {
  llvm::CallInst* made = call("run", builder_.getInt32Ty(), {split});
  // It reads the records of rows, and their indices.
  made->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly() |
                         llvm::MemoryEffects::readOnly());
  return made;
}

llvm::CallInst* SplitCalls::row(llvm::Value* split, llvm::Value* number, unsigned access,
                                llvm::Value* lowest, llvm::Value* highest) {
  return call("row", builder_.getVoidTy(),
              {split, number, builder_.getInt32(access), lowest, highest});
}

llvm::CallInst* SplitCalls::noted(llvm::Value* split, unsigned access) {
  return call("noted", builder_.getPtrTy(), {split, builder_.getInt32(access)});
}

llvm::CallInst* SplitCalls::first(llvm::Value* split, unsigned loop) {
  llvm::CallInst* made = call("first", builder_.getInt64Ty(), {split, builder_.getInt32(loop)});
  // No loop is longer that is cut.
  const llvm::APInt least(64, 0), most = llvm::APInt::getOneBitSet(64, 62);
  made->setMetadata(llvm::LLVMContext::MD_range,
                    llvm::MDBuilder(builder_.getContext()).createRange(least, most));
  return made;
}

llvm::CallInst* SplitCalls::end(llvm::Value* split, unsigned loop) {
  return call("end", builder_.getInt64Ty(), {split, builder_.getInt32(loop)});
}

llvm::CallInst* SplitCalls::shell(llvm::Value* split, bool is_detached) {
  return call("shell", builder_.getPtrTy(), {split, builder_.getInt32(is_detached ? 1 : 0)});
}

llvm::CallInst* SplitCalls::rest(llvm::Value* split) {
  return call("rest", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::results(llvm::Value* split) {
  return call("results", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::finish(llvm::Value* split) {
  return call("finish", builder_.getVoidTy(), {split});
}

}  // namespace bamboo::overlap
