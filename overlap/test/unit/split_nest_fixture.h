// SPDX-License-Identifier: Apache-2.0
// A nest that was split, for tests that change it by hand before the verifier looks at it.
#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <string>

#include "parsed_module.h"
#include "pass/splitting/nest_selection.h"
#include "pass/splitting/split_calls.h"
#include "pass/verify_split/described_accesses.h"
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
                  AccessRole::ReceiveBuffer};
    access.count = function_->getArg(3);
    if (type)
      access.type = function_->getArg(*type);
    else
      access.element = 8;
    pair_.flight.push_back(access);
    llvm::OptimizationRemarkEmitter emitter(function_);
    pairs_ = {&pair_};
    NestSelection splitting(*function_, functions, *summaries_, *points_to_, pairs_, emitter);
    while (auto split = splitting.next(earlier_)) {
      earlier_.push_back(std::move(*split));
      functions.invalidate(*function_, llvm::PreservedAnalyses::none());
    }
    if (!earlier_.empty()) split_ = earlier_.pop_back_val();
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
    return words_of(verify_split(split_, earlier_, pairs_, dependence, *summaries_,
                                 functions.getResult<llvm::ScalarEvolutionAnalysis>(*function_)));
  }

  /// Where the program looks at the message, or at what unpacks it.
  llvm::CallInst* looked_at(bool message) {
    for (const InspectedAccess& one : split_.looked_at)
      if (llvm::isa<llvm::CallInst>(one.access) == message) return one.call;
    return nullptr;
  }

  llvm::Instruction* core_access(bool written) {
    for (const DescribedAccess& one : split_.described)
      if (one.access->mayWriteToMemory() == written) return one.access;
    return nullptr;
  }

  using Row = llvm::SmallVector<llvm::Value*, 16>;

  /// Changes the description of the nest.
  void describe_otherwise(llvm::function_ref<void(NestShape& shape, Row& row)> change) {
    llvm::CallInst* old = split_.describes;
    NestShape shape = NestDescription(split_).shape();
    Row row(old->arg_begin() + 2, old->arg_end());
    change(shape, row);
    llvm::IRBuilder<> builder(old);
    split_.describes = SplitCalls(builder).describe(old->getArgOperand(0), shape, row);
    old->eraseFromParent();
  }
  AccessShape shape_of(const DescribedAccess& own) { return NestDescription(split_).of(own); }
  /// A number of the access: 0: bytes; 1: its address; from 2 on: strides, or the scale.
  llvm::Use& number_of(const DescribedAccess& own, size_t number) {
    return split_.describes->getArgOperandUse(2 + shape_of(own).place + number);
  }
  void set_number(const DescribedAccess& own, size_t number, uint64_t value) {
    number_of(own, number) = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
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

  /// Describes the first access of the rest once more, for the rest alone.
  const DescribedAccess& described_for_rest_only() {
    DescribedAccess& own = split_.rest_accesses.front();
    describe_otherwise([&](NestShape& shape, Row& row) {
      const AccessShape access = shape.accesses[own.number];
      own.number = shape.accesses.size();
      shape.accesses.push_back(access);
      for (size_t i = 0; i < access.numbers(); ++i) row.push_back(row[access.place + i]);
    });
    return own;
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
  CallPair pair_;
  llvm::SmallVector<CallPair*, 1> pairs_;
  SplitNest split_;  ///< the last nest
  llvm::SmallVector<SplitNest, 1> earlier_;
};

}  // namespace bamboo::overlap
