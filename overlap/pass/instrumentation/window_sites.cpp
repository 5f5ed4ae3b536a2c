// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/window_sites.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace bamboo::overlap {
namespace {

/// `struct bamboo_window_site` for one call.
llvm::GlobalVariable* make_site(const NonblockingOperation& pair, llvm::StringRef name) {
  llvm::Module& module = *pair.initiation->getModule();
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  auto* word = llvm::Type::getInt32Ty(context);
  auto* wide = llvm::Type::getInt64Ty(context);
  auto* type = llvm::StructType::get(
      context, {pointer, pointer, word, word, pointer, wide, wide, wide, wide, wide});
  llvm::IRBuilder<> builder(pair.initiation);
  const auto text = [&](llvm::StringRef content) {
    return builder.CreateGlobalString(content, "bamboo.text");
  };
  std::string file = "?";
  unsigned line = 0;
  if (const llvm::DILocation* place = pair.place.get()) {
    file = place->getFilename().str();
    line = place->getLine();
  }
  auto* zero = llvm::ConstantInt::get(wide, 0);
  auto* initial = llvm::ConstantStruct::get(
      type,
      {text(name), text(file), llvm::ConstantInt::get(word, line), llvm::ConstantInt::get(word, 0),
       llvm::ConstantPointerNull::get(pointer), zero, zero, zero, zero, zero});
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, initial,
                                  "bamboo.window");
}

/// Of the longest buffer, where sizes are constants.
uint64_t known_bytes(const NonblockingOperation& pair) {
  uint64_t bytes = 0;
  for (const Access& access : pair.flight)
    if (access.memory.Size.hasValue() && is_buffer(access.role))
      bytes = std::max<uint64_t>(bytes, access.memory.Size.getValue().getKnownMinValue());
  return bytes;
}

llvm::FunctionCallee runtime(llvm::Module& module, llvm::StringRef name,
                             llvm::ArrayRef<llvm::Type*> arguments) {
  return module.getOrInsertFunction(
      name, llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), arguments, false));
}

}  // namespace

void measure_window(const NonblockingOperation& pair, llvm::StringRef name) {
  llvm::Module& module = *pair.initiation->getModule();
  llvm::GlobalVariable* site = make_site(pair, name);
  llvm::Type* pointer = site->getType();
  llvm::IRBuilder<> builder(pair.initiation->getNextNode());
  builder.CreateCall(runtime(module, "bamboo_window_opens", {pointer, builder.getInt64Ty()}),
                     {site, builder.getInt64(known_bytes(pair))});
  for (llvm::CallInst* completion : pair.completions()) {
    builder.SetInsertPoint(completion);
    builder.CreateCall(runtime(module, "bamboo_window_closes", {pointer}), {site});
    builder.SetInsertPoint(completion->getNextNode());
    builder.CreateCall(runtime(module, "bamboo_window_waited", {pointer}), {site});
  }
}

}  // namespace bamboo::overlap
