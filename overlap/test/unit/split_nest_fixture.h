// SPDX-License-Identifier: Apache-2.0
// A nest that was split, for tests that change it by hand before the verifier looks at it.
#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <string>

#include "parsed_module.h"
#include "pass/splitting/nest_selection.h"
#include "pass/verify_split/verify_split.h"

namespace bamboo::overlap {

/// A program with a nest behind `passed`, which ends in the block `before`; `behind` ends the
/// program.
inline std::string program_with(const std::string& passed, const std::string& parameters = "",
                                const std::string& before = "entry",
                                const std::string& behind = "  ret void") {
  return R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define void @program(ptr %u, ptr %v, i64 %n, i32 %count)" +
         parameters + R"() {
entry:
  %request = alloca ptr)" +
         passed + R"(
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %)" +
         before + R"( ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %next = add nuw nsw i64 %i, 1
  %to = getelementptr double, ptr %v, i64 %next
  store double %value, ptr %to
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
)" + behind +
         "\n}\n";
}

inline std::string program() {
  return program_with(R"(
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  store double 0.0, ptr %u)");
}

class SplitNestTest : public testing::Test, protected ParsedModule {
 protected:
  /// With `type` the message is of that argument's datatype.
  explicit SplitNestTest(const std::string& program = overlap::program(),
                         std::optional<unsigned> type = {})
      : ParsedModule(program) {
    function_ = module->getFunction("program");
    summaries_ = std::make_unique<Summaries>(*module, functions);
    points_to_ = std::make_unique<PointsTo>(*module, functions);
    pair_.operation = operation_named("MPI_Recv");
    pair_.initiation = llvm::cast<llvm::CallInst>(named("start"));
    pair_.completion = llvm::cast<llvm::CallInst>(named("wait"));
    pair_.request = llvm::cast<llvm::AllocaInst>(named("request"));
    Access access{llvm::MemoryLocation::getAfter(function_->getArg(0)), true,
                  AccessRole::receive_buffer};
    access.count = function_->getArg(3);
    if (type)
      access.type = function_->getArg(*type);
    else
      access.element = 8;
    pair_.flight.push_back(access);
    llvm::OptimizationRemarkEmitter emitter(function_);
    pairs_ = {&pair_};
    NestSelection splitting(*function_, functions, *summaries_, *points_to_, pairs_, emitter);
    if (auto split = splitting.next()) split_ = std::move(*split);
    functions.invalidate(*function_, llvm::PreservedAnalyses::none());
  }

  llvm::Instruction* named(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*function_))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  }

  /// The first call of the library's function in these blocks.
  llvm::CallInst* call(const std::string& name, llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    for (llvm::BasicBlock* block : blocks)
      for (llvm::Instruction& instruction : *block)
        if (auto* found = llvm::dyn_cast<llvm::CallInst>(&instruction))
          if (found->getCalledFunction()->getName() == "bamboo_split_" + name) return found;
    return nullptr;
  }

  std::string problem() {
    functions.invalidate(*function_, llvm::PreservedAnalyses::none());
    const Dependence dependence(functions.getResult<llvm::AAManager>(*function_), *summaries_,
                                *points_to_);
    return words_of(verify_split(split_, pairs_, dependence, *summaries_,
                                 functions.getResult<llvm::ScalarEvolutionAnalysis>(*function_)));
  }

  /// Where the program looks at the message, or at what unpacks it.
  llvm::CallInst* looked_at(bool message) {
    for (const DescribedAccess& told : split_.looked_at)
      if (llvm::isa<llvm::CallInst>(told.access) == message) return told.call;
    return nullptr;
  }

  llvm::Instruction* core_access(bool written) {
    for (const DescribedAccess& told : split_.described)
      if (told.access->mayWriteToMemory() == written) return told.access;
    return nullptr;
  }

  /// A function of the C library, which touches memory and is no obstacle.
  llvm::FunctionCallee library_function(const char* name) {
    auto* pointer = llvm::PointerType::getUnqual(context);
    auto* number = llvm::Type::getInt64Ty(context);
    return module->getOrInsertFunction(
        name, llvm::FunctionType::get(pointer, {pointer, llvm::Type::getInt32Ty(context), number},
                                      false));
  }
  void call_memset(llvm::Instruction& before, llvm::Value* pointer) {
    llvm::IRBuilder<> builder(&before);
    builder.CreateCall(library_function("memset"),
                       {pointer, builder.getInt32(0), builder.getInt64(8)});
  }

  /// The description of the first access of the rest, in a call that the core does not
  /// share.
  llvm::CallInst* told_of_rest_only() {
    llvm::CallInst*& told = split_.shell_accesses.front().call;
    llvm::Instruction* end = told->getParent()->getTerminator();
    llvm::Instruction* next = told->getNextNode();
    told = llvm::cast<llvm::CallInst>(told->clone());
    told->insertBefore(end);
    for (; is_stride(next); next = next->getNextNode()) next->clone()->insertBefore(end);
    return told;
  }
  static bool is_stride(const llvm::Instruction* instruction) {
    const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(instruction);
    return call != nullptr && call->getCalledFunction()->getName() == "bamboo_split_stride";
  }
  llvm::CallInst* stride_of_rest_only() {
    return llvm::cast<llvm::CallInst>(told_of_rest_only()->getNextNode());
  }

  llvm::Constant* null() {
    return llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context));
  }

  llvm::Value* some_condition() {
    return llvm::IRBuilder<>(split_.plan).CreateICmpEQ(function_->getArg(1), null());
  }

  llvm::CallInst* start_behind_core() {
    auto* start = llvm::cast<llvm::CallInst>(pair_.initiation->clone());
    start->insertBefore(pair_.completion);
    return start;
  }

  /// Half of the counter, in the place of it.
  static void halve_index(llvm::Instruction& access) {
    auto* address = llvm::cast<llvm::Instruction>(
        const_cast<llvm::Value*>(llvm::getLoadStorePointerOperand(&access)));
    llvm::IRBuilder<> builder(address);
    address->setOperand(1, builder.CreateUDiv(address->getOperand(1), builder.getInt64(2)));
  }

  llvm::Function* function_ = nullptr;
  std::unique_ptr<Summaries> summaries_;
  std::unique_ptr<PointsTo> points_to_;
  NonblockingOperation pair_;
  llvm::SmallVector<NonblockingOperation*, 1> pairs_;
  SplitNest split_;
};

}  // namespace bamboo::overlap
