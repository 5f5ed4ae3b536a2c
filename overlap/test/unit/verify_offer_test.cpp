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
