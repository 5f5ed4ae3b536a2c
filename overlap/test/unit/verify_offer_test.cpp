// SPDX-License-Identifier: Apache-2.0
// What the verifier finds where the core of a nest runs in pieces.
#include "pass/verify_split/verify_offer.h"

#include "effects/library_functions.h"
#include "pass/splitting/core_offer.h"
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

/// The fixture's completion has no status.
std::string waits_as_in_c(std::string program) {
  for (const auto& [from, to] :
       {std::pair("@MPI_Wait(ptr)", "@MPI_Wait(ptr, ptr)"),
        std::pair("@MPI_Wait(ptr %request)", "@MPI_Wait(ptr %request, ptr null)")})
    program.replace(program.find(from), std::string_view(from).size(), to);
  return program;
}

class OfferTest : public SplitNestTest {
 protected:
  OfferTest() : SplitNestTest(waits_as_in_c(program())) { offer_core(split_, pairs_); }

  std::string fault() { return words_of(verify_offer(split_)); }
  llvm::Value* core() { return split_.offer->getArgOperand(1); }
  llvm::Value* values() { return split_.offer->getArgOperand(2); }
  /// Returns the call in front of the completion.
  llvm::CallInst* piece() {
    return llvm::dyn_cast_or_null<llvm::CallInst>(named("wait")->getPrevNode());
  }
};

/// The completion is a stage: the report of its memory is behind that of the stage.
class StageTest : public SplitNestTest {
 protected:
  StageTest() : SplitNestTest(waits_as_in_c(program())) {
    split_.is_staged = true;
    split_.stages.push_back({completion(), report_in_front_of(*looked_at(true))});
  }

  llvm::CallInst* completion() { return llvm::cast<llvm::CallInst>(named("wait")); }
  llvm::CallInst* report_in_front_of(llvm::Instruction& place) {
    llvm::IRBuilder<> builder(&place);
    return SplitCalls(builder).call(SplitCall::stage, split_.plan);
  }
  std::string fault_when_offered() {
    offer_core(split_, pairs_);
    return words_of(verify_offer(split_));
  }
};

constexpr auto other_completions = "the library counts other completions than the program";

TEST_F(StageTest, TheLibraryKnowsTheCompletion) {
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(fault_when_offered(), "");
}

TEST_F(StageTest, AnAccessIsReportedInFrontOfIt) {
  split_.stages.front().call->moveBefore(looked_at(false));
  EXPECT_EQ(problem(), "an access is reported in front of a completion that precedes it");
}

TEST_F(StageTest, AStageIsReportedThatTheProgramDoesNotHave) {
  report_in_front_of(*looked_at(false));
  EXPECT_EQ(problem(), other_completions);
}

TEST_F(StageTest, AStageIsReportedOnAnotherWay) {
  split_.stages.front().call->moveBefore(split_.core);
  EXPECT_EQ(problem(), other_completions);
}

TEST_F(StageTest, TheCoreOfOneExchangeHasNoStages) {
  split_.is_staged = false;
  EXPECT_EQ(problem(), other_completions);
}

TEST_F(StageTest, ACoreThatIsNotOfferedHasNoStages) {
  EXPECT_EQ(words_of(verify_offer(split_)), other_completions);
}

TEST_F(StageTest, PiecesRunInFrontOfNoCompletion) {
  offer_core(split_, pairs_);
  completion()->getPrevNode()->moveBefore(named("start"));
  EXPECT_EQ(words_of(verify_offer(split_)), other_completions);
}

TEST_F(StageTest, PiecesRunTwice) {
  offer_core(split_, pairs_);
  llvm::Instruction* piece = completion()->getPrevNode();
  piece->clone()->insertBefore(piece);
  EXPECT_EQ(words_of(verify_offer(split_)), other_completions);
}

TEST_F(OfferTest, TheCoreIsOfferedAtItsPlace) {
  ASSERT_NE(split_.offer, nullptr);
  EXPECT_EQ(fault(), "");
}

TEST_F(OfferTest, OthersCallTheCore) {
  llvm::IRBuilder<> builder(named("start"));
  auto* function = llvm::cast<llvm::Function>(core());
  builder.CreateCall(function, {llvm::ConstantPointerNull::get(builder.getPtrTy())});
  EXPECT_EQ(fault(), "others than the library call the core");
}

TEST_F(OfferTest, OthersUseItsValues) {
  llvm::IRBuilder<> builder(named("wait"));
  builder.CreateStore(builder.getInt64(1), values());
  EXPECT_EQ(fault(), "others than the core use its values");
}

TEST_F(OfferTest, TheCoreIsOfferedElsewhere) {
  split_.offer->moveBefore(named("wait"));
  EXPECT_NE(fault(), "");
}

TEST_F(OfferTest, APieceRunsBehindTheRest) {
  ASSERT_TRUE(calls(piece(), SplitCall::during));
  piece()->clone()->insertBefore(split_.behind->getTerminator());
  EXPECT_EQ(fault(), "a piece of the core may run behind the rest");
}

}  // namespace
}  // namespace bamboo::overlap
