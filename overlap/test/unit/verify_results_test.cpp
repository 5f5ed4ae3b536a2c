// SPDX-License-Identifier: Apache-2.0
// The verifier on nests whose results are computed in another way than the nest computes them.
#include "pass/verify_split/verify_results.h"

#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

const char* const sum_ir = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define double @program(ptr %u, ptr %v, i64 %n, i32 %count, ptr noalias %weights) {
entry:
  %request = alloca ptr
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %twice = fmul double %value, 2.0
  %next = add nuw nsw i64 %i, 1
  %to = getelementptr double, ptr %v, i64 %next
  store double %twice, ptr %to
  %weight_place = getelementptr double, ptr %weights, i64 %i
  %weight = load double, ptr %weight_place
  %product = fmul double %twice, %weight
  %more = fadd double %sum, %product
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
  %result = phi double [ 0.0, %entry ], [ %more, %loop ]
  ret double %result
}
)";

/// The first value that the nest has stored is loaded behind it.
const char* const loaded_ir = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define double @program(ptr %u, ptr %v, i64 %n, i32 %count) {
entry:
  %request = alloca ptr
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
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
  br i1 %last, label %behind, label %loop
behind:
  %place = getelementptr double, ptr %v, i64 1
  %first = load double, ptr %place
  br label %done
done:
  %result = phi double [ 0.0, %entry ], [ %first, %behind ]
  ret double %result
}
)";

class VerifyResultsTest : public SplitNestTest {
 protected:
  explicit VerifyResultsTest(const char* ir = sum_ir) : SplitNestTest(ir) {}

  static llvm::Instruction& first_of(llvm::ArrayRef<llvm::BasicBlock*> blocks, unsigned opcode) {
    for (llvm::BasicBlock* block : blocks)
      for (llvm::Instruction& instruction : *block)
        if (instruction.getOpcode() == opcode) return instruction;
    llvm_unreachable("there is one");
  }
  /// The first instruction of this kind that computes the results again.
  llvm::Instruction& again(unsigned opcode) { return first_of(split_.results.again, opcode); }
  llvm::LoadInst& kept() { return *split_.results.reloads.front().load; }
};

TEST_F(VerifyResultsTest, AsTheyAre) {
  ASSERT_FALSE(split_.results.empty());
  EXPECT_EQ(split_.results.reloads.size(), 1U);
  EXPECT_EQ(split_.results.accesses.size(), 1U);
  EXPECT_EQ(problem(), "");
}

TEST_F(VerifyResultsTest, TheWholeNestRunsBehindACore) {
  llvm::cast<llvm::BranchInst>(split_.results.decides->getParent()->getTerminator())
      ->swapSuccessors();
  EXPECT_EQ(problem(), "a value that is used after the nest does not depend on whether a core ran");
}

TEST_F(VerifyResultsTest, TheLibraryDoesNotKnowOfThem) {
  split_.rest_plan->setArgOperand(1, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0));
  EXPECT_EQ(problem(), "a value that is used after the nest does not depend on whether a core ran");
}

TEST_F(VerifyResultsTest, AnotherNestEnds) {
  split_.results.ends->setArgOperand(0, null());
  EXPECT_EQ(problem(), "a value that is used after the nest does not depend on whether a core ran");
}

TEST_F(VerifyResultsTest, TheLoopEndsElsewhere) {
  auto& condition = llvm::cast<llvm::ICmpInst>(
      *llvm::cast<llvm::BranchInst>(again(llvm::Instruction::FAdd).getParent()->getTerminator())
           ->getCondition());
  condition.setPredicate(llvm::CmpInst::ICMP_SGE);
  EXPECT_EQ(problem(), "a value that is used after the nest is computed on other paths than in it");
}

TEST_F(VerifyResultsTest, ASumHasAnotherOrder) {
  llvm::Instruction& sum = again(llvm::Instruction::FAdd);
  llvm::IRBuilder<> builder(&sum);
  sum.replaceAllUsesWith(builder.CreateFSub(sum.getOperand(0), sum.getOperand(1)));
  EXPECT_EQ(problem(), "a value that is used after the nest is not computed as in it");
}

TEST_F(VerifyResultsTest, AnotherValueIsKept) {
  describe_otherwise([](NestShape& shape, Row&) {
    for (AccessShape& access : shape.accesses)
      if (access.kind == AccessKind::Kept) access.kind = AccessKind::Again;
  });
  EXPECT_EQ(problem(),
            "a value that is used after the nest is not computed from the stored values");
}

TEST_F(VerifyResultsTest, WhatIsKeptIsNotDescribed) {
  split_.results.accesses.clear();
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results is not described to the library");
}

TEST_F(VerifyResultsTest, WhatIsKeptIsReadElsewhere) {
  llvm::IRBuilder<> builder(&kept());
  kept().setOperand(0, builder.CreatePtrAdd(kept().getPointerOperand(), builder.getInt64(8)));
  split_.results.accesses.front().address = kept().getPointerOperand();
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results begins at another address than its "
            "description");
}

TEST_F(VerifyResultsTest, WhatComputesThemWrites) {
  llvm::IRBuilder<> builder(&kept());
  builder.CreateStore(builder.getInt64(0), function_->getArg(1));
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results is not described to the library");
}

TEST_F(VerifyResultsTest, WhatTheNestWritesIsReadWithoutBeingDescribed) {
  llvm::IRBuilder<> builder(&kept());
  builder.CreateLoad(builder.getInt64Ty(), function_->getArg(1));
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results is not described to the library");
}

class LoadedBehind : public VerifyResultsTest {
 protected:
  LoadedBehind() : VerifyResultsTest(loaded_ir) {}

  /// The load in the whole nest: the last one.
  llvm::LoadInst& in_whole() {
    llvm::LoadInst* found = nullptr;
    for (llvm::BasicBlock* block : split_.results.whole)
      for (llvm::Instruction& instruction : *block)
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) found = load;
    return *found;
  }
};

TEST_F(LoadedBehind, IsNotDescribed) {
  ASSERT_FALSE(split_.results.empty());
  EXPECT_TRUE(split_.results.accesses.empty());
  EXPECT_EQ(problem(), "");
}

TEST_F(LoadedBehind, IsOverwrittenBehindTheLoad) {
  llvm::IRBuilder<> builder(in_whole().getNextNode());
  builder.CreateStore(builder.getInt64(0), in_whole().getPointerOperand());
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results is not described to the library");
}

TEST_F(LoadedBehind, IsLoadedInTheLoop) {
  llvm::Instruction& load = again(llvm::Instruction::Load);
  llvm::IRBuilder<> builder(split_.results.again_headers.front()->getFirstNonPHI());
  builder.CreateLoad(load.getType(), function_->getArg(1));
  EXPECT_EQ(problem(),
            "an access of the copy that computes the results is not described to the library");
}

}  // namespace
}  // namespace bamboo::overlap
