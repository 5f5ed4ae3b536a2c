// SPDX-License-Identifier: Apache-2.0
// The same for what the core has passed.
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

// Where the nest writes is loaded in front of the message and behind it.
constexpr char program_with_loads[] = R"(
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

// The message and its neighbour are there in some iterations only.
std::string program_with_branch() {
  return program_with(R"(
  br label %again
again:
  br i1 %which, label %receives, label %on
receives:
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  store double 0.0, ptr %u
  br label %on
on:)",
                      ", i1 %which, i1 %more", "on", R"(  br i1 %more, label %again, label %end
end:
  ret void)");
}

// Where the message is unpacked to is loaded.
std::string program_with_index() {
  return program_with(R"(
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  %where = load i64, ptr %index
  %there = getelementptr double, ptr %u, i64 %where
  store double 0.0, ptr %there)",
                      ", ptr noalias %index");
}

TEST_F(SplitNestTest, AnotherAddressIsLookedAt) {
  llvm::CallInst* report = looked_at(false);
  report->setArgOperand(2, number_of(split_.described.back(), 1));
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

TEST_F(SplitNestTest, AnotherSizeIsLookedAt) {
  llvm::CallInst* report = looked_at(false);
  report->setArgOperand(3, llvm::ConstantInt::get(report->getArgOperand(3)->getType(), 4));
  EXPECT_EQ(problem(), "an access that the core passed has another size than its report");
}

TEST_F(SplitNestTest, AShorterMessageIsLookedAt) {
  llvm::CallInst* report = looked_at(true);
  report->setArgOperand(3, llvm::ConstantInt::get(report->getArgOperand(3)->getType(), 8));
  EXPECT_EQ(problem(), "a message that the core passed has another size than its report");
}

TEST_F(SplitNestTest, AMessageElsewhereIsLookedAt) {
  llvm::CallInst* report = looked_at(true);
  report->setArgOperand(2, number_of(split_.described.back(), 1));
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

TEST_F(SplitNestTest, TheWaitIsNotLookedAt) {
  llvm::erase_if(split_.looked_at, [&](const auto& one) { return one.access == pair_.completion; });
  EXPECT_EQ(problem(), "the core passed a message that may be in its arrays");
}

TEST_F(SplitNestTest, WhatUnpacksIsNotLookedAt) {
  llvm::erase_if(split_.looked_at, [&](const auto& one) { return one.access != pair_.completion; });
  EXPECT_EQ(problem(), "the core passed a statement that may access its arrays");
}

TEST_F(SplitNestTest, ACallThatWritesIsPassed) {
  call_memset(*pair_.completion, function_->getArg(1));
  EXPECT_EQ(problem(), "the core passed a statement that may access its arrays");
}

TEST_F(SplitNestTest, WhatIsPassedIsLookedAtForAnotherNest) {
  looked_at(false)->setArgOperand(0, null());
  EXPECT_EQ(problem(), "an access that the core passed is reported to another plan");
}

TEST_F(SplitNestTest, AMessageIsLookedAtForAnotherNest) {
  looked_at(true)->setArgOperand(0, null());
  EXPECT_EQ(problem(), "an access that the core passed is reported to another plan");
}

class SplitNestWithMessage : public SplitNestTest {
 protected:
  SplitNestWithMessage()
      : SplitNestTest(program_with(R"(
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request))",
                                   ", ptr %type, ptr %other"),
                      4) {}
};

TEST_F(SplitNestWithMessage, RightMessage) {
  ASSERT_NE(looked_at(true), nullptr);
  EXPECT_EQ(looked_at(true)->getCalledFunction()->getName(), "bamboo_split_message");
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestWithMessage, AnotherTypeIsLookedAt) {
  looked_at(true)->setArgOperand(5, function_->getArg(5));
  EXPECT_EQ(problem(), "a message that the core passed has another type than its report");
}

TEST_F(SplitNestWithMessage, FewerElementsAreLookedAt) {
  llvm::CallInst* report = looked_at(true);
  report->setArgOperand(3, llvm::ConstantInt::get(report->getArgOperand(3)->getType(), 1));
  EXPECT_EQ(problem(), "a message that the core passed has another size than its report");
}

TEST_F(SplitNestWithMessage, ElementsAreLookedAtAsBytes) {
  pair_.flight.front().type = nullptr;
  pair_.flight.front().element = 1;
  EXPECT_EQ(problem(), "a message that the core passed has another type than its report");
}

TEST_F(SplitNestWithMessage, AMessageElsewhereIsLookedAt) {
  llvm::CallInst* report = looked_at(true);
  report->setArgOperand(2, number_of(split_.described.back(), 1));
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

TEST_F(SplitNestTest, AReceiveMayStart) {
  CallPair second;
  second.operation = operation_named("MPI_Recv");
  second.initiation = start_behind_core();
  pairs_.push_back(&second);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestTest, ASendStarts) {
  CallPair second;
  second.operation = operation_named("MPI_Send");
  second.initiation = start_behind_core();
  pairs_.push_back(&second);
  EXPECT_EQ(problem(), "the core passed the start of a send");
}

TEST_F(SplitNestTest, SomethingUnknownStarts) {
  CallPair second;
  second.initiation = start_behind_core();
  pairs_.push_back(&second);
  EXPECT_EQ(problem(), "the core passed the start of a send");
}

TEST_F(SplitNestTest, TheCoreMayBeBegunTwice) {
  llvm::BasicBlock* again = llvm::SplitBlock(split_.plan->getParent(), split_.plan);
  llvm::BasicBlock* passed = pair_.completion->getParent();
  llvm::BasicBlock* on = llvm::SplitBlock(passed, pair_.completion);
  llvm::ReplaceInstWithInst(passed->getTerminator(),
                            llvm::BranchInst::Create(on, again, some_condition()));
  EXPECT_EQ(problem(), "the core is begun twice");
}

TEST_F(SplitNestTest, TheFunctionEndsBehindTheCore) {
  llvm::SplitBlockAndInsertIfThen(some_condition(), pair_.completion, true);
  EXPECT_EQ(problem(), "the function ends before the rest");
}

TEST_F(SplitNestTest, SomethingElseIsPassed) {
  llvm::IRBuilder<> builder(pair_.completion);
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the core passed a statement with other effects");
}

class SplitNestWithLoads : public SplitNestTest {
 protected:
  SplitNestWithLoads() : SplitNestTest(program_with_loads) {}

  /// The copy of %late in front of the core.
  llvm::LoadInst* early() {
    for (llvm::Instruction& instruction : *split_.describes->getParent())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load;
    return nullptr;
  }
};

TEST_F(SplitNestWithLoads, AsItIs) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestWithLoads, SomethingChangesABound) {
  llvm::IRBuilder<> builder(pair_.completion);
  builder.CreateStore(builder.getInt64(1), function_->getArg(5));
  EXPECT_EQ(problem(), "the core passed a statement that may change its bounds");
}

TEST_F(SplitNestWithLoads, TheMessageChangesABound) {
  pair_.flight.front().memory = llvm::MemoryLocation::getAfter(function_->getArg(5));
  EXPECT_EQ(problem(), "the core passed a message that may change its bounds");
}

TEST_F(SplitNestWithLoads, TheCoreTakesAnOlderValue) {
  ASSERT_NE(early(), nullptr);
  llvm::Instruction* older = early()->clone();
  older->insertBefore(named("front"));
  early()->replaceAllUsesWith(older);
  EXPECT_EQ(problem(), "an access of the rest begins at another address than its description");
}

TEST_F(SplitNestWithLoads, TheCoreLoadsSomethingElse) {
  early()->setOperand(0, function_->getArg(4));
  EXPECT_EQ(problem(), "an access of the rest begins at another address than its description");
}

class SplitNestWithIndex : public SplitNestTest {
 protected:
  SplitNestWithIndex() : SplitNestTest(program_with_index()) {}

  /// The copy of %where. The program knows there what it has to inspect.
  llvm::LoadInst* early() {
    auto* address = llvm::cast<llvm::PtrToIntInst>(looked_at(false)->getArgOperand(2));
    auto* place = llvm::cast<llvm::GetElementPtrInst>(address->getPointerOperand());
    return llvm::cast<llvm::LoadInst>(place->getOperand(1));
  }
};

TEST_F(SplitNestWithIndex, AsItIs) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestWithIndex, SomethingChangesWhatIsLookedAt) {
  llvm::IRBuilder<> builder(pair_.completion);
  builder.CreateStore(builder.getInt64(1), function_->getArg(4));
  EXPECT_EQ(problem(), "the core passed a statement that may change its bounds");
}

TEST_F(SplitNestWithIndex, ItChangesBehindIt) {
  llvm::IRBuilder<> builder(split_.rest_plan);
  builder.CreateStore(builder.getInt64(1), function_->getArg(4));
  EXPECT_EQ(problem(), "the core passed a statement that may change its bounds");
}

TEST_F(SplitNestWithIndex, TheMessageChangesWhatIsLookedAt) {
  pair_.flight.push_back(
      {llvm::MemoryLocation::getAfter(function_->getArg(4)), true, AccessRole::Status});
  EXPECT_EQ(problem(), "the core passed a message that may change its bounds");
}

TEST_F(SplitNestWithIndex, AnOlderValueIsLookedAt) {
  llvm::Instruction* older = early()->clone();
  older->insertBefore(pair_.initiation);
  early()->replaceAllUsesWith(older);
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

TEST_F(SplitNestWithIndex, AnOlderValueIsWritten) {
  llvm::Instruction* older = named("where")->clone();
  older->insertBefore(pair_.initiation);
  named("where")->replaceAllUsesWith(older);
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

// The memory is unknown when it is asked for the second time.
TEST_F(SplitNestWithIndex, WhatIsLookedAtIsComputedFromMemory) {
  llvm::Instruction *first = early(), *second = named("where");
  const auto length = module->getOrInsertFunction("strlen", first->getType(), null()->getType());
  for (llvm::Instruction* load : {first, second}) {
    llvm::CallInst* call = llvm::IRBuilder<>(load).CreateCall(length, {function_->getArg(4)});
    call->setMemoryEffects(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref));
    load->replaceAllUsesWith(call);
  }
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

// Where the nest may be reached on other ways, the plan is taken there in memory.
class SplitNestBehindBranch : public SplitNestTest {
 protected:
  SplitNestBehindBranch() : SplitNestTest(program_with_branch()) {}

  llvm::LoadInst* taken() { return llvm::cast<llvm::LoadInst>(split_.rest_plan->getArgOperand(0)); }

  /// The store of what the library has said, or those of nothing.
  llvm::SmallVector<llvm::StoreInst*, 2> stores(bool of_plan) {
    llvm::SmallVector<llvm::StoreInst*, 2> found;
    for (llvm::User* user : taken()->getPointerOperand()->users())
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
        if ((store->getValueOperand() == split_.plan) == of_plan) found.push_back(store);
    return found;
  }
};

TEST_F(SplitNestBehindBranch, AsItIs) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(stores(true).size(), 1u);
  EXPECT_EQ(stores(false).size(), 2u);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestBehindBranch, ThePlanIsNotTakenThere) {
  stores(true).front()->eraseFromParent();
  EXPECT_EQ(problem(), "the rest does not use the plan of the core");
}

TEST_F(SplitNestBehindBranch, ThePlanIsLostOnTheWay) {
  llvm::StoreInst* nothing = stores(false).front();
  nothing->clone()->insertBefore(pair_.completion);
  EXPECT_EQ(problem(), "the rest does not use the plan of the core");
}

TEST_F(SplitNestBehindBranch, ThePlanOfTheLastTimeStays) {
  for (llvm::StoreInst* store : stores(false))
    if (store->getParent() == taken()->getParent()) store->eraseFromParent();
  EXPECT_EQ(problem(), "the rest uses the plan of a core that did not run");
}

TEST_F(SplitNestBehindBranch, AtFirstThereIsNoPlan) {
  for (llvm::StoreInst* store : stores(false))
    if (store->getParent() != taken()->getParent()) store->eraseFromParent();
  EXPECT_EQ(problem(), "the rest uses the plan of a core that did not run");
}

TEST_F(SplitNestBehindBranch, ThePlanComesFromSomewhere) {
  split_.rest_plan->setArgOperand(0, function_->getArg(1));
  EXPECT_EQ(problem(), "the rest does not use the plan of the core");
}

TEST_F(SplitNestTest, TheRestTakesAnotherPlan) {
  split_.rest_plan->setArgOperand(0, null());
  EXPECT_EQ(problem(), "the rest does not use the plan of the core");
}

TEST_F(SplitNestTest, TheProgramWritesWhileItLooks) {
  llvm::IRBuilder<>(looked_at(false)).CreateStore(null(), function_->getArg(1));
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(SplitNestTest, TheInspectionWrites) {
  llvm::IRBuilder<>(split_.describes).CreateStore(null(), function_->getArg(1));
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(SplitNestTest, TheProgramEndsWhileItLooks) {
  llvm::SplitBlockAndInsertIfThen(some_condition(), looked_at(false), true);
  EXPECT_EQ(problem(), "the function ends before the rest");
}

}  // namespace
}  // namespace bamboo::overlap
