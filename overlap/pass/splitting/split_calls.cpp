// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/split_calls.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
llvm::CallInst* SplitCalls::call(llvm::StringRef name, llvm::Type* result,
                                 llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 7> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Module& module = *builder_.GetInsertBlock()->getModule();
  const auto callee = module.getOrInsertFunction((kSplitPrefix + name).str(),
                                                 llvm::FunctionType::get(result, types, false));
  llvm::CallInst* made = builder_.CreateCall(callee, arguments);
  made->setDoesNotThrow();
  made->setOnlyAccessesInaccessibleMemory();
  made->addFnAttr(llvm::Attribute::WillReturn);
  made->addFnAttr(llvm::Attribute::NoCallback);
  return made;
}

llvm::Value* SplitCalls::wide(llvm::Value* number) {
  return builder_.CreateZExtOrTrunc(number, builder_.getInt64Ty());
}

llvm::Value* SplitCalls::address_of(llvm::Value* pointer) {
  return pointer->getType()->isPointerTy() ? builder_.CreatePtrToInt(pointer, builder_.getInt64Ty())
                                           : wide(pointer);
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

llvm::CallInst* SplitCalls::loop(llvm::Value* split, llvm::Value* iterations, bool may_cut) {
  return call("loop", builder_.getVoidTy(),
              {split, wide(iterations), builder_.getInt32(may_cut ? 1 : 0)});
}

llvm::CallInst* SplitCalls::reach(llvm::Value* split, unsigned loop, unsigned outer, uint64_t step,
                                  llvm::Value* reach) {
  return call("reach", builder_.getVoidTy(),
              {split, builder_.getInt32(loop), builder_.getInt32(outer), builder_.getInt64(step),
               wide(reach)});
}

llvm::CallInst* SplitCalls::access(llvm::Value* split, llvm::Value* address, llvm::Value* bytes,
                                   bool written) {
  return call("access", builder_.getVoidTy(),
              {split, address_of(address), wide(bytes), builder_.getInt32(written ? 1 : 0)});
}

llvm::CallInst* SplitCalls::stride(llvm::Value* split, unsigned loop, llvm::Value* bytes) {
  return call(
      "stride", builder_.getVoidTy(),
      {split, builder_.getInt32(loop), builder_.CreateSExtOrTrunc(bytes, builder_.getInt64Ty())});
}

llvm::CallInst* SplitCalls::value(llvm::Value* split) {
  return call("value", builder_.getVoidTy(), {split});
}

llvm::CallInst* SplitCalls::again(llvm::Value* split, llvm::Value* address, llvm::Value* bytes,
                                  bool is_kept) {
  return call("again", builder_.getVoidTy(),
              {split, address_of(address), wide(bytes), builder_.getInt32(is_kept ? 1 : 0)});
}

llvm::CallInst* SplitCalls::indirect(llvm::Value* split, llvm::Value* bytes, bool is_index) {
  return call("indirect", builder_.getVoidTy(),
              {split, wide(bytes), builder_.getInt32(is_index ? 1 : 0)});
}

llvm::CallInst* SplitCalls::gather(llvm::Value* split, llvm::Value* bytes, unsigned indices,
                                   IndexType type, llvm::Value* base, llvm::Value* scale) {
  return call("gather", builder_.getVoidTy(),
              {split, wide(bytes), builder_.getInt32(indices),
               builder_.getInt32(static_cast<uint32_t>(type)), address_of(base), scale});
}

llvm::CallInst* SplitCalls::input(llvm::Value* split, llvm::Value* piece) {
  return call("input", builder_.getVoidTy(), {split, address_of(piece)});
}

llvm::CallInst* SplitCalls::touch(llvm::Value* split, unsigned site, llvm::Value* address,
                                  llvm::Value* bytes, bool written) {
  return call("touch", builder_.getVoidTy(),
              {split, builder_.getInt32(site), address_of(address), wide(bytes),
               builder_.getInt32(written ? 1 : 0)});
}

llvm::CallInst* SplitCalls::message(llvm::Value* split, unsigned site, llvm::Value* address,
                                    llvm::Value* count, bool written, llvm::Value* type) {
  return call("message", builder_.getVoidTy(),
              {split, builder_.getInt32(site), address_of(address), wide(count),
               builder_.getInt32(written ? 1 : 0), type});
}

llvm::CallInst* SplitCalls::posted(llvm::Value* list, llvm::Value* request, llvm::Value* address,
                                   llvm::Value* count, llvm::Value* type, llvm::Value* communicator,
                                   bool written) {
  llvm::CallInst* made = call("posted", builder_.getVoidTy(),
                              {list, request, address_of(address), count, type, communicator,
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
  return call("kept", builder_.getVoidTy(), {split, address_of(address), builder_.getInt64(bytes)});
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

llvm::CallInst* SplitCalls::shell(llvm::Value* split) {
  return call("shell", builder_.getPtrTy(), {split});
}

llvm::CallInst* SplitCalls::rest(llvm::Value* split) {
  return call("rest", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::detach(llvm::Value* split) {
  return call("detach", builder_.getVoidTy(), {split});
}

llvm::CallInst* SplitCalls::results(llvm::Value* split) {
  return call("results", builder_.getInt32Ty(), {split});
}

llvm::CallInst* SplitCalls::finish(llvm::Value* split) {
  return call("finish", builder_.getVoidTy(), {split});
}

}  // namespace bamboo::overlap
