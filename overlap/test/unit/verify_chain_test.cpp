// SPDX-License-Identifier: Apache-2.0
// The same for a core that has passed the rest of an earlier nest.
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

std::string program_of_two() {
  return program_with(R"(
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  store double 0.0, ptr %u)",
                      ", ptr %w", "entry", R"(
  br i1 %some, label %second, label %end
second:
  %k = phi i64 [ 0, %done ], [ %following, %second ]
  %between = getelementptr double, ptr %v, i64 %k
  %old = load double, ptr %between
  %following = add nuw nsw i64 %k, 1
  %target = getelementptr double, ptr %w, i64 %following
  store double %old, ptr %target
  %ends = icmp eq i64 %following, %n
  br i1 %ends, label %end, label %second
end:
  ret void)");
}

class VerifyChain : public SplitNestTest {
 protected:
  VerifyChain() : SplitNestTest(program_of_two()) {}

  /// The comparison with the rest of the first nest.
  llvm::CallInst* passes() {
    for (const InspectedAccess& one : split_.looked_at)
      if (one.access == earlier_.front().rest) return one.call;
    return nullptr;
  }
};

constexpr char not_compared[] = "the core passed the rest of another nest, which it may meet";

TEST_F(VerifyChain, IsAccepted) {
  ASSERT_EQ(earlier_.size(), 1U);
  ASSERT_NE(passes(), nullptr);
  EXPECT_EQ(problem(), "");
}

TEST_F(VerifyChain, TheRestIsNotCompared) {
  llvm::erase_if(split_.looked_at, [&](const auto& one) { return one.call == passes(); });
  EXPECT_EQ(problem(), not_compared);
}

TEST_F(VerifyChain, TheRestIsComparedForAnotherPlan) {
  passes()->setArgOperand(0, earlier_.front().plan);
  EXPECT_EQ(problem(), not_compared);
}

TEST_F(VerifyChain, AnotherRestIsCompared) {
  passes()->setArgOperand(2, split_.plan);
  EXPECT_EQ(problem(), not_compared);
}

TEST_F(VerifyChain, TheRestIsComparedElsewhere) {
  passes()->moveBefore(split_.describes);
  EXPECT_EQ(problem(), "an access is inspected on another path");
}

TEST_F(VerifyChain, TheFirstCoreRunsInPieces) {
  earlier_.front().is_staged = true;
  EXPECT_NE(problem(), "");
}

TEST_F(VerifyChain, TheFirstNestIsNotSplit) {
  earlier_.clear();
  EXPECT_NE(problem(), "");
}

}  // namespace
}  // namespace bamboo::overlap
