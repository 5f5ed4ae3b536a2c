// SPDX-License-Identifier: Apache-2.0
// The same for the ways on which the program looks, which must be those that it goes.
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

// One of two places is unpacked to, or both are cleared.
std::string program_with_ways() {
  return program_with(R"(
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  br i1 %which, label %unpack, label %on
unpack:
  store float 0.0, ptr %v
  br label %on
on:
  %where = phi i64 [ 0, %entry ], [ 1, %unpack ]
  %there = getelementptr double, ptr %u, i64 %where
  store double 0.0, ptr %there)",
                      ", i1 %which", "on");
}

class SplitNestWithWays : public SplitNestTest {
 protected:
  SplitNestWithWays() : SplitNestTest(program_with_ways()) {}

  /// The call that reports the store of a float, or of another type.
  llvm::CallInst* looked_at_store(bool of_float) {
    for (const InspectedAccess& inspected : split_.looked_at)
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(inspected.access))
        if (store->getValueOperand()->getType()->isFloatTy() == of_float) return inspected.call;
    return nullptr;
  }

  /// The copy of the branch.
  llvm::BranchInst& branch() {
    llvm::BasicBlock* unpacks = looked_at_store(true)->getParent();
    return *llvm::cast<llvm::BranchInst>(unpacks->getSinglePredecessor()->getTerminator());
  }
};

constexpr char other_ways[] = "the inspection takes other paths than the program";

TEST_F(SplitNestWithWays, AsItIs) {
  ASSERT_NE(split_.core, nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(SplitNestWithWays, ItLooksWhereItDoesNotGo) {
  branch().swapSuccessors();
  EXPECT_EQ(problem(), other_ways);
}

TEST_F(SplitNestWithWays, ItAsksSomethingElse) {
  branch().setCondition(llvm::ConstantInt::getFalse(context));
  EXPECT_EQ(problem(), other_ways);
}

TEST_F(SplitNestWithWays, ItDoesNotAsk) {
  llvm::BranchInst& asks = branch();
  llvm::ReplaceInstWithInst(&asks, llvm::BranchInst::Create(asks.getSuccessor(1)));
  EXPECT_EQ(problem(), other_ways);
}

TEST_F(SplitNestWithWays, ItLeavesTheEndOut) {
  llvm::Instruction* end = looked_at_store(true)->getParent()->getTerminator();
  end->setSuccessor(0, split_.core->getParent());
  EXPECT_EQ(problem(), other_ways);
}

TEST_F(SplitNestWithWays, ItLooksTooLate) {
  looked_at_store(true)->moveBefore(looked_at_store(false));
  EXPECT_EQ(problem(), "an access is inspected on another path");
}

TEST_F(SplitNestWithWays, ItConfusesTheWays) {
  for (llvm::PHINode& phi : looked_at_store(false)->getParent()->phis()) {
    llvm::Value* first = phi.getIncomingValue(0);
    phi.setIncomingValue(0, phi.getIncomingValue(1));
    phi.setIncomingValue(1, first);
  }
  EXPECT_EQ(problem(), "an access that the core passed has another address than its report");
}

}  // namespace
}  // namespace bamboo::overlap
