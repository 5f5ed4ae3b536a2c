// SPDX-License-Identifier: Apache-2.0
// The verifier of split nests is fed ones that were changed after they were split: every complaint
// about the core and the rest has a change that deserves it.
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

TEST_F(SplitNestTest, AsItIs) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestTest, AnAccessIsNotDescribed) {
  split_.described.pop_back();
  EXPECT_EQ(problem(), "an access of the core is not described to the library");
}

TEST_F(SplitNestTest, TheCoreDoesMore) {
  llvm::IRBuilder<> builder(core_access(true));
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the core does more than compute");
}

TEST_F(SplitNestTest, TheRestDoesMore) {
  llvm::IRBuilder<> builder(named("to"));
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the rest does more than compute");
}

TEST_F(SplitNestTest, TheCoreCallsWhatWrites) {
  call_memset(*core_access(true), function_->getArg(1));
  EXPECT_EQ(problem(), "the core accesses memory in an unusual way");
}

TEST_F(SplitNestTest, TheRestCallsWhatWrites) {
  call_memset(*named("to"), function_->getArg(1));
  EXPECT_EQ(problem(), "the rest accesses memory in an unusual way");
}

TEST_F(SplitNestTest, AnAccessOfTheCoreIsDescribedForAnotherNest) {
  split_.describes->setArgOperand(0, null());
  EXPECT_EQ(problem(), "an access of the core is described for another plan");
}

TEST_F(SplitNestTest, AnAccessOfTheRestIsDescribedForAnotherNest) {
  split_.rest_accesses.front().number = 7;
  EXPECT_EQ(problem(), "an access of the rest is described for another plan");
}

TEST_F(SplitNestTest, TheCoreIsNotLinear) {
  halve_index(*core_access(false));
  EXPECT_EQ(problem(), "an access of the core is not linear");
}

TEST_F(SplitNestTest, TheRestIsNotLinear) {
  halve_index(*named("value"));
  EXPECT_EQ(problem(), "an access of the rest is not linear");
}

TEST_F(SplitNestTest, TheRestMayBeDescribedSeparately) {
  described_for_rest_only();
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestTest, AnotherSizeOfTheRestIsDescribed) {
  set_number(described_for_rest_only(), 0, 4);
  EXPECT_EQ(problem(), "an access of the rest is larger than its description");
}

TEST_F(SplitNestTest, AnotherStrideOfTheRestIsDescribed) {
  set_number(described_for_rest_only(), 2, 16);
  EXPECT_EQ(problem(), "an access of the rest has a stride that is not described");
}

TEST_F(SplitNestTest, AStrideTooMuchOfTheRestIsDescribed) {
  described_for_rest_only();
  describe_otherwise([](NestShape& shape, Row& row) {
    shape.accesses.back().loops.push_back(0);
    row.push_back(row.back());
  });
  EXPECT_EQ(problem(), "an access of the rest lacks a stride that is described");
}

TEST_F(SplitNestTest, AWriteIsDescribedAsARead) {
  describe_otherwise([](NestShape& shape, Row&) {
    for (AccessShape& access : shape.accesses) access.kind = AccessKind::Read;
  });
  EXPECT_EQ(problem(), "an access of the core is not described to the library");
}

TEST_F(SplitNestTest, AnotherStrideIsDescribed) {
  set_number(split_.described.front(), 2, 16);
  EXPECT_EQ(problem(), "an access of the core has a stride that is not described");
}

TEST_F(SplitNestTest, AStrideIsDescribedForAnotherLoop) {
  describe_otherwise([](NestShape& shape, Row&) { shape.accesses.front().loops = {1}; });
  EXPECT_EQ(problem(), "an access of the core has a stride that is not described");
}

TEST_F(SplitNestTest, AStrideTooMuchIsDescribed) {
  describe_otherwise([](NestShape& shape, Row& row) {
    AccessShape& access = shape.accesses.front();
    access.loops.push_back(0);
    row.insert(row.begin() + static_cast<int64_t>(access.place) + 2, row[access.place + 2]);
  });
  EXPECT_EQ(problem(), "an access of the core lacks a stride that is described");
}

TEST_F(SplitNestTest, AddressesChangePlaces) {
  llvm::IRBuilder<> builder(split_.describes);
  const auto address = [&](llvm::Value* array) {
    return builder.CreatePtrToInt(array, builder.getInt64Ty());
  };
  llvm::Value *u = address(function_->getArg(0)), *v = address(function_->getArg(1));
  number_of(split_.described.front(), 1) = builder.CreateAdd(v, builder.getInt64(8));
  number_of(split_.described.back(), 1) = u;
  EXPECT_EQ(problem(), "an access of the core begins at another address than its description");
}

TEST_F(SplitNestTest, AnotherAddressIsDescribed) {
  llvm::Use& address = number_of(split_.described.back(), 1);
  llvm::IRBuilder<> builder(split_.describes);
  address = builder.CreateAdd(address, builder.getInt64(8));
  EXPECT_EQ(problem(), "an access of the core begins at another address than its description");
}

TEST_F(SplitNestTest, AnotherSizeIsDescribed) {
  set_number(split_.described.back(), 0, 4);
  EXPECT_EQ(problem(), "an access of the core is larger than its description");
}

TEST_F(SplitNestTest, MoreThanIsTouchedMayBeDescribed) {
  set_number(split_.described.back(), 0, 24);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestTest, TheCoreBeginsElsewhere) {
  llvm::CallInst* first = call("first", split_.core_blocks);
  first->replaceAllUsesWith(llvm::ConstantInt::get(first->getType(), 0));
  EXPECT_EQ(problem(), "a loop does not use the bounds of the library");
}

TEST_F(SplitNestTest, TheRestDoesNotLookWhereItEnds) {
  llvm::CallInst* end = call("end", split_.rest_blocks);
  end->replaceAllUsesWith(function_->getArg(2));
  EXPECT_EQ(problem(), "a loop does not use the bounds of the library");
}

TEST_F(SplitNestTest, TheRestTakesTheBoundsOfAnotherPlan) {
  call("first", split_.rest_blocks)->setArgOperand(0, split_.plan);
  EXPECT_EQ(problem(), "bounds come from another plan");
}

TEST_F(SplitNestTest, TheCoreRunsWithoutAQuestion) {
  auto* branch = llvm::cast<llvm::BranchInst>(split_.core->getParent()->getTerminator());
  branch->swapSuccessors();
  EXPECT_EQ(problem(), "a part of the nest has other entries");
}

TEST_F(SplitNestTest, AnAccessOfTheRestIsNotDescribed) {
  split_.rest_accesses.pop_back();
  EXPECT_EQ(problem(), "an access of the rest is not described to the library");
}

TEST_F(SplitNestTest, TheRestWritesElsewhere) {
  llvm::cast<llvm::User>(named("to"))->setOperand(1, named("i"));
  EXPECT_EQ(problem(), "an access of the rest begins at another address than its description");
}

TEST_F(SplitNestTest, ALoopOfTheRestHasTheBoundsOfAnotherOne) {
  llvm::CallInst* first = call("first", split_.rest_blocks);
  first->setArgOperand(1, llvm::ConstantInt::get(first->getArgOperand(1)->getType(), 1));
  EXPECT_EQ(problem(), "a loop of the rest has the bounds of another loop");
}

TEST_F(SplitNestTest, ALoopOfTheCoreHasTheBoundsOfAnotherOne) {
  llvm::CallInst* first = call("first", split_.core_blocks);
  first->setArgOperand(1, llvm::ConstantInt::get(first->getArgOperand(1)->getType(), 1));
  EXPECT_EQ(problem(), "a loop of the core has the bounds of another loop");
}

TEST_F(SplitNestTest, TheRestRunsWithoutAQuestion) {
  llvm::cast<llvm::BranchInst>(split_.rest->getParent()->getTerminator())->swapSuccessors();
  EXPECT_EQ(problem(), "a part of the nest has other entries");
}

TEST_F(SplitNestTest, TheRestEndsAfterItsFirstPart) {
  for (llvm::BasicBlock* block : split_.rest_blocks)
    block->getTerminator()->replaceSuccessorWith(split_.rest->getParent(), split_.behind);
  EXPECT_EQ(problem(), "an exit of the rest skips some of its parts");
}

// The message may change what was loaded in front of it: the value stays.
// The program has looked at another place than is written.
}  // namespace
}  // namespace bamboo::overlap
