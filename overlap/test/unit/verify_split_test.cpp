// SPDX-License-Identifier: Apache-2.0
// The verifier of split nests is fed ones that were changed after they were split: every complaint
// about the core and the rest has a change that deserves it.
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

TEST_F(SplitNest, as_it_is) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNest, an_access_is_not_told) {
  split_.described.pop_back();
  EXPECT_EQ(problem(), "the library is not told of an access of the core");
}

TEST_F(SplitNest, the_core_does_more) {
  llvm::IRBuilder<> builder(core_access(true));
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the core does more than compute");
}

TEST_F(SplitNest, the_rest_does_more) {
  llvm::IRBuilder<> builder(named("to"));
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  EXPECT_EQ(problem(), "the rest does more than compute");
}

TEST_F(SplitNest, the_core_calls_what_writes) {
  call_memset(*core_access(true), function_->getArg(1));
  EXPECT_EQ(problem(), "the core touches memory in an unusual way");
}

TEST_F(SplitNest, the_rest_calls_what_writes) {
  call_memset(*named("to"), function_->getArg(1));
  EXPECT_EQ(problem(), "the rest touches memory in an unusual way");
}

TEST_F(SplitNest, an_access_of_the_core_is_told_of_another_nest) {
  split_.described.front().call->setArgOperand(0, null());
  EXPECT_EQ(problem(), "an access of the core is told to somebody else");
}

TEST_F(SplitNest, an_access_of_the_rest_is_told_of_another_nest) {
  llvm::CallInst*& told = split_.shell_accesses.front().call;
  llvm::Instruction* end = told->getParent()->getTerminator();
  told = llvm::cast<llvm::CallInst>(told->clone());
  told->setArgOperand(0, null());
  told->insertBefore(end);
  EXPECT_EQ(problem(), "an access of the rest is told to somebody else");
}

TEST_F(SplitNest, the_core_is_not_linear) {
  halve_index(*core_access(false));
  EXPECT_EQ(problem(), "an access of the core is not linear");
}

TEST_F(SplitNest, the_rest_is_not_linear) {
  halve_index(*named("value"));
  EXPECT_EQ(problem(), "an access of the rest is not linear");
}

TEST_F(SplitNest, the_rest_may_be_told_apart) {
  told_of_rest_only();
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNest, another_size_of_the_rest_is_told) {
  llvm::CallInst* told = told_of_rest_only();
  told->setArgOperand(2, llvm::ConstantInt::get(told->getArgOperand(2)->getType(), 4));
  EXPECT_EQ(problem(), "an access of the rest is larger than is told");
}

TEST_F(SplitNest, another_stride_of_the_rest_is_told) {
  llvm::CallInst* stride = stride_of_rest_only();
  stride->setArgOperand(2, llvm::ConstantInt::get(stride->getArgOperand(2)->getType(), 16));
  EXPECT_EQ(problem(), "an access of the rest has a stride that is not told");
}

TEST_F(SplitNest, a_stride_too_much_of_the_rest_is_told) {
  llvm::CallInst* stride = stride_of_rest_only();
  stride->clone()->insertBefore(stride);
  EXPECT_EQ(problem(), "an access of the rest does not have a stride that is told");
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

TEST_F(SplitNest, a_loop_of_the_core_has_the_bounds_of_another_one) {
  llvm::CallInst* first = call("first", split_.core_blocks);
  first->setArgOperand(1, llvm::ConstantInt::get(first->getArgOperand(1)->getType(), 1));
  EXPECT_EQ(problem(), "a loop of the core has the bounds of another one");
}

TEST_F(SplitNest, the_rest_runs_without_a_question) {
  llvm::cast<llvm::BranchInst>(split_.rest->getParent()->getTerminator())->swapSuccessors();
  EXPECT_EQ(problem(), "a part of the nest has other ways into it");
}

TEST_F(SplitNest, the_rest_ends_after_its_first_part) {
  for (llvm::BasicBlock* block : split_.shell_blocks)
    block->getTerminator()->replaceSuccessorWith(split_.rest->getParent(), split_.behind);
  EXPECT_EQ(problem(), "a way out of the rest leaves parts of it out");
}

// The message may change what was loaded in front of it: the value stays.
// The program has looked at another place than is written.
}  // namespace
}  // namespace bamboo::overlap
