// SPDX-License-Identifier: Apache-2.0
// The verifier of split nests is fed ones that were changed after they were split: every complaint
// has a change that deserves it.
#include "../pass/verify_split.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>

#include "../pass/nest_splitting.h"

namespace bamboo::overlap {
namespace {

constexpr char kProgram[] = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define void @program(ptr %u, ptr %v, i64 %n, i32 %count) {
entry:
  %request = alloca ptr
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  store double 0.0, ptr %u
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %next = add nuw nsw i64 %i, 1
  %to = getelementptr double, ptr %v, i64 %next
  store double %value, ptr %to
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
  ret void
})";

// Where the nest writes is loaded in front of the message and behind it.
constexpr char kProgramWithLoads[] = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define void @program(ptr %u, ptr noalias %v, i64 %n, i32 %count, ptr %known, ptr noalias %shift) {
entry:
  %request = alloca ptr
  %front = load i64, ptr %known
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  store double 0.0, ptr %u
  %late = load i64, ptr %shift
  %base = add i64 %front, %late
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %next = add nuw nsw i64 %i, 1
  %place = add i64 %base, %i
  %to = getelementptr double, ptr %v, i64 %place
  store double %value, ptr %to
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
  ret void
})";

class SplitNest : public testing::Test {
 protected:
  explicit SplitNest(const char* program = kProgram) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(program, error, context_);
    if (module_ == nullptr) ADD_FAILURE() << error.getMessage().str();
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules_);
    builder.registerCGSCCAnalyses(groups_);
    builder.registerFunctionAnalyses(functions_);
    builder.registerLoopAnalyses(loops_);
    builder.crossRegisterProxies(loops_, functions_, groups_, modules_);
    function_ = module_->getFunction("program");
    summaries_ = std::make_unique<Summaries>(*module_, functions_);
    points_to_ = std::make_unique<PointsTo>(*module_, functions_);
    pair_.operation = operation_named("MPI_Recv");
    pair_.initiation = llvm::cast<llvm::CallInst>(named("start"));
    pair_.completion = llvm::cast<llvm::CallInst>(named("wait"));
    pair_.request = llvm::cast<llvm::AllocaInst>(named("request"));
    Access access{llvm::MemoryLocation::getAfter(function_->getArg(0)), true, "receive buffer"};
    access.count = function_->getArg(3);
    access.element = 8;
    pair_.flight.push_back(access);
    llvm::OptimizationRemarkEmitter emitter(function_);
    pairs_ = {&pair_};
    NestSplitting splitting(*function_, functions_, *summaries_, *points_to_, pairs_, emitter);
    if (auto split = splitting.next()) split_ = std::move(*split);
    functions_.invalidate(*function_, llvm::PreservedAnalyses::none());
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
    functions_.invalidate(*function_, llvm::PreservedAnalyses::none());
    const Dependence dependence(functions_.getResult<llvm::AAManager>(*function_), *summaries_,
                                *points_to_);
    return verify_split(split_, pairs_, dependence, *summaries_,
                        functions_.getResult<llvm::ScalarEvolutionAnalysis>(*function_));
  }

  /// Where the program looks at the message, or at what unpacks it.
  llvm::CallInst* looked_at(bool message) {
    for (const Told& told : split_.looked_at)
      if (llvm::isa<llvm::CallInst>(told.access) == message) return told.call;
    return nullptr;
  }

  llvm::Instruction* core_access(bool written) {
    for (const Told& told : split_.described)
      if (told.access->mayWriteToMemory() == written) return told.access;
    return nullptr;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager groups_;
  llvm::ModuleAnalysisManager modules_;
  llvm::Function* function_ = nullptr;
  std::unique_ptr<Summaries> summaries_;
  std::unique_ptr<PointsTo> points_to_;
  Pair pair_;
  llvm::SmallVector<Pair*, 1> pairs_;
  Split split_;
};

TEST_F(SplitNest, as_it_is) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNest, an_access_is_not_told) {
  split_.described.pop_back();
  EXPECT_EQ(problem(), "the library is not told of an access of the core");
}

TEST_F(SplitNest, a_write_is_told_as_a_read) {
  for (const Told& told : split_.described)
    if (told.access->mayWriteToMemory())
      told.call->setArgOperand(3,
                               llvm::ConstantInt::get(told.call->getArgOperand(3)->getType(), 0));
  EXPECT_EQ(problem(), "the library is not told of an access of the core");
}

TEST_F(SplitNest, another_stride_is_told) {
  llvm::CallInst* stride = call("stride", {split_.described.front().call->getParent()});
  stride->setArgOperand(2, llvm::ConstantInt::get(stride->getArgOperand(2)->getType(), 16));
  EXPECT_EQ(problem(), "an access of the core has a stride that is not told");
}

TEST_F(SplitNest, a_stride_is_told_of_another_loop) {
  llvm::CallInst* stride = call("stride", {split_.described.front().call->getParent()});
  stride->setArgOperand(1, llvm::ConstantInt::get(stride->getArgOperand(1)->getType(), 1));
  EXPECT_EQ(problem(), "an access of the core has a stride that is not told");
}

TEST_F(SplitNest, a_stride_too_much_is_told) {
  llvm::CallInst* stride = call("stride", {split_.described.front().call->getParent()});
  stride->clone()->insertBefore(stride);
  EXPECT_EQ(problem(), "an access of the core does not have a stride that is told");
}

TEST_F(SplitNest, addresses_change_places) {
  llvm::CallInst *first = split_.described.front().call, *second = split_.described.back().call;
  llvm::IRBuilder<> builder(first);
  const auto address = [&](llvm::Value* array) {
    return builder.CreatePtrToInt(array, builder.getInt64Ty());
  };
  llvm::Value *u = address(function_->getArg(0)), *v = address(function_->getArg(1));
  first->setArgOperand(1, builder.CreateAdd(v, builder.getInt64(8)));
  second->setArgOperand(1, u);
  EXPECT_EQ(problem(), "an access of the core begins at another address than is told");
}

TEST_F(SplitNest, another_address_is_told) {
  llvm::CallInst* told = split_.described.back().call;
  llvm::IRBuilder<> builder(told);
  told->setArgOperand(1, builder.CreateAdd(told->getArgOperand(1), builder.getInt64(8)));
  EXPECT_EQ(problem(), "an access of the core begins at another address than is told");
}

TEST_F(SplitNest, another_size_is_told) {
  llvm::CallInst* told = split_.described.back().call;
  told->setArgOperand(2, llvm::ConstantInt::get(told->getArgOperand(2)->getType(), 4));
  EXPECT_EQ(problem(), "an access of the core is larger than is told");
}

TEST_F(SplitNest, more_than_is_touched_may_be_told) {
  llvm::CallInst* told = split_.described.back().call;
  told->setArgOperand(2, llvm::ConstantInt::get(told->getArgOperand(2)->getType(), 24));
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNest, another_address_is_looked_at) {
  llvm::CallInst* told = looked_at(false);
  told->setArgOperand(2, split_.described.back().call->getArgOperand(1));
  EXPECT_EQ(problem(), "what the core passed is at another address than is looked at");
}

TEST_F(SplitNest, another_size_is_looked_at) {
  llvm::CallInst* told = looked_at(false);
  told->setArgOperand(3, llvm::ConstantInt::get(told->getArgOperand(3)->getType(), 4));
  EXPECT_EQ(problem(), "what the core passed has another size than is looked at");
}

TEST_F(SplitNest, a_shorter_message_is_looked_at) {
  llvm::CallInst* told = looked_at(true);
  told->setArgOperand(3, llvm::ConstantInt::get(told->getArgOperand(3)->getType(), 8));
  EXPECT_EQ(problem(), "a message that the core passed has another size than is looked at");
}

TEST_F(SplitNest, a_message_elsewhere_is_looked_at) {
  llvm::CallInst* told = looked_at(true);
  told->setArgOperand(2, split_.described.back().call->getArgOperand(1));
  EXPECT_EQ(problem(), "what the core passed is at another address than is looked at");
}

TEST_F(SplitNest, the_core_begins_elsewhere) {
  llvm::CallInst* first = call("first", split_.core_blocks);
  first->replaceAllUsesWith(llvm::ConstantInt::get(first->getType(), 0));
  EXPECT_EQ(problem(), "a loop does not have the bounds of the library");
}

TEST_F(SplitNest, the_rest_does_not_look_where_it_ends) {
  llvm::CallInst* end = call("end", split_.shell_blocks);
  end->replaceAllUsesWith(function_->getArg(2));
  EXPECT_EQ(problem(), "a loop does not have the bounds of the library");
}

TEST_F(SplitNest, the_rest_takes_the_bounds_of_another_plan) {
  call("first", split_.shell_blocks)->setArgOperand(0, split_.plan);
  EXPECT_EQ(problem(), "bounds come from another plan");
}

TEST_F(SplitNest, the_wait_is_not_looked_at) {
  llvm::erase_if(split_.looked_at, [&](const auto& one) { return one.access == pair_.completion; });
  EXPECT_EQ(problem(), "the core passed a message that may be part of its arrays");
}

TEST_F(SplitNest, what_unpacks_is_not_looked_at) {
  llvm::erase_if(split_.looked_at, [&](const auto& one) { return one.access != pair_.completion; });
  EXPECT_EQ(problem(), "the core passed what may touch its arrays");
}

TEST_F(SplitNest, something_else_is_passed) {
  llvm::IRBuilder<> builder(pair_.completion);
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the core passed something else");
}

TEST_F(SplitNest, the_core_runs_without_a_question) {
  auto* branch = llvm::cast<llvm::BranchInst>(split_.core->getParent()->getTerminator());
  branch->swapSuccessors();
  EXPECT_EQ(problem(), "a part of the nest has other ways into it");
}

TEST_F(SplitNest, an_access_of_the_rest_is_not_told) {
  split_.shell_accesses.pop_back();
  EXPECT_EQ(problem(), "the library is not told of an access of the rest");
}

TEST_F(SplitNest, the_rest_writes_elsewhere) {
  llvm::cast<llvm::User>(named("to"))->setOperand(1, named("i"));
  EXPECT_EQ(problem(), "an access of the rest begins at another address than is told");
}

TEST_F(SplitNest, a_loop_of_the_rest_has_the_bounds_of_another_one) {
  llvm::CallInst* first = call("first", split_.shell_blocks);
  first->setArgOperand(1, llvm::ConstantInt::get(first->getArgOperand(1)->getType(), 1));
  EXPECT_EQ(problem(), "a loop of the rest has the bounds of another one");
}

TEST_F(SplitNest, the_rest_ends_after_its_first_part) {
  for (llvm::BasicBlock* block : split_.shell_blocks)
    block->getTerminator()->replaceSuccessorWith(split_.rest->getParent(), split_.behind);
  EXPECT_EQ(problem(), "a way out of the rest leaves parts of it out");
}

class SplitNestWithLoads : public SplitNest {
 protected:
  SplitNestWithLoads() : SplitNest(kProgramWithLoads) {}

  /// The copy of %late in front of the core.
  llvm::LoadInst* early() {
    for (llvm::Instruction& instruction : *split_.described.front().call->getParent())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load;
    return nullptr;
  }
};

// The message may change what was loaded in front of it: the value stays.
TEST_F(SplitNestWithLoads, as_it_is) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestWithLoads, something_changes_a_bound) {
  llvm::IRBuilder<> builder(pair_.completion);
  builder.CreateStore(builder.getInt64(1), function_->getArg(5));
  EXPECT_EQ(problem(), "the core passed what may change its bounds");
}

TEST_F(SplitNestWithLoads, the_message_changes_a_bound) {
  pair_.flight.front().memory = llvm::MemoryLocation::getAfter(function_->getArg(5));
  EXPECT_EQ(problem(), "the core passed a message that may change its bounds");
}

TEST_F(SplitNestWithLoads, the_core_takes_an_older_value) {
  ASSERT_NE(early(), nullptr);
  llvm::Instruction* older = early()->clone();
  older->insertBefore(named("front"));
  early()->replaceAllUsesWith(older);
  EXPECT_EQ(problem(), "an access of the rest begins at another address than is told");
}

TEST_F(SplitNestWithLoads, the_core_loads_something_else) {
  early()->setOperand(0, function_->getArg(4));
  EXPECT_EQ(problem(), "an access of the rest begins at another address than is told");
}

}  // namespace
}  // namespace bamboo::overlap
