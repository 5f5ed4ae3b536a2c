// SPDX-License-Identifier: Apache-2.0
// The verifiers on completions that the program asks about in another way than it waits.
#include "pass/verify_split/verify_posted.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"
#include "pass/splitting/nest_selection.h"
#include "pass/splitting/split_calls.h"
#include "pass/verify_split/verify_split.h"

namespace bamboo::overlap {
namespace {

/// A receive, a call that may do anything, and a loop of waits, whose errors end the program.
constexpr char waits_ir[] = R"(
@ompi_mpi_double = external global i8
@ompi_mpi_comm_world = external global i8
declare i32 @MPI_Irecv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare void @other()
declare void @exit(i32) noreturn
define void @program(ptr %u, ptr %v, i64 %n, i32 %count, ptr noalias %requests, i64 %waits, ptr %status) {
entry:
  %sum = add i64 %n, %waits
  call void @other()
  %start = call i32 @MPI_Irecv(ptr %u, i32 %count, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  br label %waiting
waiting:
  %k = phi i64 [ 0, %entry ], [ %more, %good ]
  %request = getelementptr ptr, ptr %requests, i64 %k
  %wait = call i32 @MPI_Wait(ptr %request, ptr %status)
  %failed = icmp ne i32 %wait, 0
  br i1 %failed, label %bad, label %good
bad:
  call void @exit(i32 1)
  unreachable
good:
  %more = add nuw nsw i64 %k, 1
  %ready = icmp eq i64 %more, %waits
  br i1 %ready, label %guard, label %waiting
guard:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %guard ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %next = add nuw nsw i64 %i, 1
  %to = getelementptr double, ptr %v, i64 %next
  store double %value, ptr %to
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
  ret void
}
)";

class AskedWaits : public testing::Test, protected ParsedModule {
 protected:
  AskedWaits() : ParsedModule(waits_ir) {
    function_ = module->getFunction("program");
    summaries_ = std::make_unique<Summaries>(*module, functions);
    points_to_ = std::make_unique<PointsTo>(*module, functions);
    started_.operation = operation_named("MPI_Recv");
    started_.initiation = llvm::cast<llvm::CallInst>(named("start"));
    started_.is_programs_own = true;
    asked_.completion = llvm::cast<llvm::CallInst>(named("wait"));
    asked_.is_programs_own = asked_.is_asked = true;
    llvm::OptimizationRemarkEmitter emitter(function_);
    NestSelection splitting(*function_, functions, *summaries_, *points_to_, pairs_, emitter);
    if (auto split = splitting.next({})) split_ = std::move(*split);
  }

  llvm::Instruction* named(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*function_))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  }

  llvm::CallInst* call(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*function_))
      if (auto* found = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (found->getCalledFunction()->getName() == name) return found;
    return nullptr;
  }

  std::string problem() {
    functions.invalidate(*function_, llvm::PreservedAnalyses::none());
    const Dependence dependence(functions.getResult<llvm::AAManager>(*function_), *summaries_,
                                *points_to_);
    return words_of(verify_split(split_, {}, pairs_, dependence, *summaries_,
                                 functions.getResult<llvm::ScalarEvolutionAnalysis>(*function_)));
  }

  llvm::Function* function_ = nullptr;
  std::unique_ptr<Summaries> summaries_;
  std::unique_ptr<PointsTo> points_to_;
  CallPair started_, asked_;
  llvm::SmallVector<CallPair*, 2> pairs_ = {&started_, &asked_};
  SplitNest split_;
};

TEST_F(AskedWaits, AreShownAsTheyAreMade) {
  ASSERT_NE(split_.posted, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(AskedWaits, TheListIsNotEmptiedBesideACall) {
  call("other")->getNextNode()->eraseFromParent();
  EXPECT_EQ(problem(),
            "the list of pending messages is not cleared at a statement that may complete them");
}

TEST_F(AskedWaits, TheListIsNotEmptyInTheBeginning) {
  for (llvm::User* user : llvm::make_early_inc_range(split_.posted->users()))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (store->getParent() == &function_->getEntryBlock()) store->eraseFromParent();
  EXPECT_EQ(problem(),
            "the list of pending messages is not cleared at a statement that may complete them");
}

TEST_F(AskedWaits, FewerElementsAreNoted) {
  call("bamboo_split_posted")
      ->setArgOperand(3, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0));
  EXPECT_EQ(problem(), "a message is recorded with other arguments than it was started with");
}

TEST_F(AskedWaits, AReceiveIsNotedAsASend) {
  call("bamboo_split_posted")
      ->setArgOperand(6, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0));
  EXPECT_EQ(problem(), "a message is recorded with other arguments than it was started with");
}

TEST_F(AskedWaits, AnotherRequestIsAskedAbout) {
  call("bamboo_split_completes")->setArgOperand(3, function_->getArg(4));
  EXPECT_EQ(problem(),
            "the core passed a completion, and the program does not ask what it completes");
}

TEST_F(AskedWaits, FewerRequestsAreAskedAbout) {
  call("bamboo_split_completes")
      ->setArgOperand(4, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0));
  EXPECT_EQ(problem(),
            "the core passed a completion, and the program does not ask what it completes");
}

TEST_F(AskedWaits, TheProgramLoadsByWhatMayBeReceived) {
  llvm::Value* place = function_->getArg(0);
  llvm::IRBuilder<> builder(split_.describes->getParent()->getTerminator());
  llvm::CallInst* report = SplitCalls(builder).kept(split_.plan, place, 8);
  llvm::LoadInst* early = builder.CreateLoad(builder.getPtrTy(), place);
  split_.kept.push_back({early, place, report});
  EXPECT_EQ(problem(), "");
  builder.CreateLoad(builder.getInt64Ty(), early);
  EXPECT_EQ(
      problem(),
      "a value that may still be received decides, before the core, what is loaded or executed");
}

TEST_F(AskedWaits, ARequestChangesBetween) {
  llvm::IRBuilder<> builder(named("wait"));
  builder.CreateStore(function_->getArg(0), function_->getArg(4));
  EXPECT_EQ(problem(), "the core passed a statement that may change the requests of a completion");
}

}  // namespace
}  // namespace bamboo::overlap
