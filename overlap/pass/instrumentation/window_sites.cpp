// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/window_sites.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "mpi_calls/nonblocking_calls.h"
#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

static_assert(offsetof(bamboo_window_site, executions) == 32 &&
              offsetof(bamboo_window_site, went_back) == 80);

/// `struct bamboo_window_site` for the call `name` at `debug_place`. `went_back`: -1 if the call
/// cannot become blocking again.
llvm::GlobalVariable* make_site(llvm::CallInst& call, llvm::StringRef name,
                                const llvm::DebugLoc& debug_place, int went_back) {
  llvm::Module& module = *call.getModule();
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  auto* word = llvm::Type::getInt32Ty(context);
  auto* wide = llvm::Type::getInt64Ty(context);
  auto* type = llvm::StructType::get(
      context, {pointer, pointer, word, word, pointer, wide, wide, wide, wide, wide, wide, word});
  llvm::IRBuilder<> builder(&call);
  const auto text = [&](llvm::StringRef content) {
    return builder.CreateGlobalString(content, "bamboo.text");
  };
  std::string file = "?";
  unsigned line = 0;
  if (const llvm::DILocation* place = debug_place.get()) {
    file = place->getFilename().str();
    line = place->getLine();
  }
  auto* zero = llvm::ConstantInt::get(wide, 0);
  auto* initial = llvm::ConstantStruct::get(
      type, {text(name), text(file), llvm::ConstantInt::get(word, line),
             llvm::ConstantInt::get(word, 0), llvm::ConstantPointerNull::get(pointer), zero, zero,
             zero, zero, zero, zero, llvm::ConstantInt::getSigned(word, went_back)});
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, initial,
                                  "bamboo.window");
}

/// The size of the longest buffer if the sizes are constants.
uint64_t known_bytes(const CallPair& pair) {
  uint64_t bytes = 0;
  for (const Access& access : pair.flight)
    if (access.memory.Size.hasValue() && is_buffer(access.role))
      bytes = std::max<uint64_t>(bytes, access.memory.Size.getValue().getKnownMinValue());
  return bytes;
}

/// The name as the user writes it; in Fortran it is `mpi_wait_`.
std::string own_name(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(guard_prefix);
  return name.str();
}

llvm::FunctionCallee runtime(llvm::Module& module, llvm::StringRef name,
                             llvm::ArrayRef<llvm::Type*> arguments) {
  return module.getOrInsertFunction(
      name, llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), arguments, false));
}

}  // namespace

void measure_window(const CallPair& pair, llvm::StringRef name, bool may_block) {
  llvm::Module& module = *pair.initiation->getModule();
  llvm::GlobalVariable* site = make_site(*pair.initiation, name, pair.place, 0);
  llvm::Type* pointer = site->getType();
  llvm::IRBuilder<> builder(pair.initiation->getNextNode());
  llvm::Value* blocks = builder.getInt32(0);
  if (may_block) {
    llvm::Value* request = builder.CreateLoad(pair.abi->request_type(), pair.request);
    llvm::Value* is_null = builder.CreateICmpEQ(request, pair.abi->null_request(module));
    blocks = builder.CreateZExt(is_null, builder.getInt32Ty());
  }
  builder.CreateCall(
      runtime(module, "bamboo_window_opens", {pointer, builder.getInt64Ty(), builder.getInt32Ty()}),
      {site, builder.getInt64(known_bytes(pair)), blocks});
  for (llvm::CallInst* completion : pair.completions()) {
    builder.SetInsertPoint(completion);
    builder.CreateCall(runtime(module, "bamboo_window_closes", {pointer}), {site});
    builder.SetInsertPoint(completion->getNextNode());
    builder.CreateCall(runtime(module, "bamboo_window_waited", {pointer}), {site});
  }
}

void measure_own_half(llvm::CallInst& call) {
  llvm::Module& module = *call.getModule();
  if (!completion_of(call)) {
    llvm::IRBuilder<> builder(call.getNextNode());
    builder.CreateCall(runtime(module, "bamboo_window_own_starts", {}));
    return;
  }
  llvm::GlobalVariable* site =
      make_site(call, own_name(*call.getCalledFunction()), call.getDebugLoc(), -1);
  llvm::IRBuilder<> builder(&call);
  builder.CreateCall(runtime(module, "bamboo_window_own_closes", {site->getType()}), {site});
  builder.SetInsertPoint(call.getNextNode());
  builder.CreateCall(runtime(module, "bamboo_window_own_waited", {site->getType()}), {site});
}

void measure_nest(const SplitNest& split) {
  auto& site = llvm::cast<llvm::GlobalVariable>(*split.plan->getArgOperand(0));
  const auto* begun = llvm::cast<llvm::BranchInst>(split.plan->getParent()->getTerminator());
  llvm::BasicBlock* behind = begun->getSuccessor(1);  // also where there is no plan
  llvm::IRBuilder<> builder(behind, behind->getFirstInsertionPt());
  const llvm::DILocation* place = split.place.get();
  auto* initial = llvm::cast<llvm::Constant>(site.getInitializer());
  llvm::SmallVector<llvm::Constant*, 5> fields;
  for (unsigned i = 0; llvm::Constant* field = initial->getAggregateElement(i); ++i)
    fields.push_back(field);
  fields[0] =
      builder.CreateGlobalString(place == nullptr ? "?" : place->getFilename(), "bamboo.text");
  fields[1] = builder.getInt32(place == nullptr ? 0 : place->getLine());
  site.setInitializer(
      llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(site.getValueType()), fields));
  builder.CreateCall(runtime(*behind->getModule(), "bamboo_split_core_ends", {site.getType()}),
                     {split.plan});
}

}  // namespace bamboo::overlap
