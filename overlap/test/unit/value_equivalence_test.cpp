// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/value_equivalence.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

class ValueEquivalenceTest : public testing::Test, protected ParsedModule {
 protected:
  ValueEquivalenceTest()
      : ParsedModule(R"(
define void @program(i64 %wide, i32 %narrow) {
entry:
  %sum = add i64 %wide, 3
  %cut.sum = trunc i64 %sum to i32
  %cut = trunc i64 %wide to i32
  %sum.cut = add i32 %cut, 3
  %other.cut = add i32 %cut, 4
  %shift = shl i64 %sum, 32
  %back = ashr exact i64 %shift, 32
  %extended = sext i32 %sum.cut to i64
  %wider = sext i32 %narrow to i64
  %wider.sum = add i64 %wider, %wide
  %cut.wider = trunc i64 %wider.sum to i32
  %sum.narrow = add i32 %narrow, %cut
  ret void
})") {
    llvm::Function& function = *module->getFunction("program");
    equivalence_ = std::make_unique<ValueEquivalence>(
        functions.getResult<llvm::ScalarEvolutionAnalysis>(function),
        functions.getResult<llvm::DominatorTreeAnalysis>(function),
        *function.getEntryBlock().begin());
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.hasName())
        numbers_[instruction.getName().str()] =
            functions.getResult<llvm::ScalarEvolutionAnalysis>(function).getSCEV(&instruction);
  }

  bool are_equal(const char* a, const char* b) {
    return equivalence_->are_equal(*numbers_.at(a), *numbers_.at(b));
  }

  std::unique_ptr<ValueEquivalence> equivalence_;
  std::map<std::string, const llvm::SCEV*> numbers_;
};

TEST_F(ValueEquivalenceTest, TruncatesASumOrItsParts) {
  EXPECT_TRUE(are_equal("cut.sum", "sum.cut"));
  EXPECT_FALSE(are_equal("cut.sum", "other.cut"));
}

TEST_F(ValueEquivalenceTest, TruncatesWhatWasExtended) {
  EXPECT_TRUE(are_equal("cut.wider", "sum.narrow"));
}

TEST_F(ValueEquivalenceTest, ExtendsWhatWasTruncated) {
  EXPECT_TRUE(are_equal("back", "extended"));
}

}  // namespace
}  // namespace bamboo::overlap
