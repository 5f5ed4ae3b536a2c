// SPDX-License-Identifier: Apache-2.0
// The verifier is fed initiations that have risen wrongly, which the pass never makes.
#include "pass/verify/verify_guarded_hoist.h"

#include <llvm/IR/InstIterator.h>

#include <array>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

/// A function with the blocks %starts, where @start is called, and %arm, where it was.
std::string program_with(const std::string& body) {
  return "declare void @start()\n"
         "define void @program(i1 %which, i1 %inner, i32 %left) {\n" +
         body + "}\n";
}

constexpr char right_ir[] = R"(
  br i1 %which, label %starts, label %computes
starts:
  call void @start()
  br label %computes
computes:
  br i1 %which, label %arm, label %on
arm:
  br label %on
on:
  ret void
)";

class Program : ParsedModule {
 public:
  explicit Program(const std::string& body) : ParsedModule(program_with(body)) {}

  /// The verifier's words when the block named first ("": the entry) asks for the one named second.
  std::string problem(std::initializer_list<std::array<const char*, 2>> hoist_guards,
                      unsigned way = 0) {
    CallPair pair;
    for (llvm::Instruction& instruction : llvm::instructions(function()))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) pair.initiation = call;
    for (const auto& [guard, branch] : hoist_guards)
      pair.hoist_guards.push_back({branch_of(branch), branch_of(guard), way});
    return words_of(verify_guarded_hoist(pair));
  }

 private:
  llvm::Function& function() { return *module->getFunction("program"); }

  llvm::BranchInst* branch_of(const std::string& block) {
    for (llvm::BasicBlock& one : function())
      if (one.getName() == block) return llvm::cast<llvm::BranchInst>(one.getTerminator());
    return llvm::cast<llvm::BranchInst>(function().getEntryBlock().getTerminator());
  }
};

constexpr char other_condition[] = "it is started under another condition than in the program";
constexpr char not_as_often[] = "its condition is not evaluated as often as in the program";
constexpr char other_ways[] = "it is started on other paths as well";
constexpr char not_each_time[] = "it is not started each time that its condition holds";

TEST(VerifyRising, AsItIs) {
  EXPECT_EQ(Program(right_ir).problem({{"", "computes"}}), "");
}

TEST(VerifyRising, AnotherCondition) {
  EXPECT_EQ(Program(replaced(right_ir, "br i1 %which, label %arm", "br i1 %inner, label %arm"))
                .problem({{"", "computes"}}),
            other_condition);
}

TEST(VerifyRising, TheOtherWay) {
  EXPECT_EQ(Program(right_ir).problem({{"", "computes"}}, 1), other_ways);
}

TEST(VerifyRising, AnotherWayToTheStart) {
  EXPECT_EQ(
      Program(replaced(right_ir, "label %on\narm", "label %arm\narm")).problem({{"", "computes"}}),
      other_ways);
}

TEST(VerifyRising, TheBranchMayNotBeReached) {
  EXPECT_EQ(Program(replaced(right_ir, "computes:\n", R"(computes:
  br i1 %inner, label %asks, label %on
asks:
)"))
                .problem({{"", "asks"}}),
            not_as_often);
}

TEST(VerifyRising, TheBranchIsAskedInALoop) {
  EXPECT_EQ(Program(replaced(right_ir, "on:\n  ret void\n", R"(on:
  br i1 %inner, label %computes, label %end
end:
  ret void
)"))
                .problem({{"", "computes"}}),
            not_as_often);
}

TEST(VerifyRising, SomethingElseIsAskedAsWell) {
  EXPECT_EQ(Program(replaced(right_ir, "starts:\n", R"(starts:
  br i1 %inner, label %calls, label %computes
calls:
)"))
                .problem({{"", "computes"}}),
            not_each_time);
}

constexpr char value_of_the_arm_ir[] = R"(
  br i1 %which, label %asks, label %computes
asks:
  %some = icmp sge i32 %left, 0
  br i1 %some, label %starts, label %together
starts:
  call void @start()
  br label %together
together:
  br label %computes
computes:
  %risen = phi i1 [ poison, %0 ], [ %some, %together ]
  br i1 %which, label %outer, label %on
outer:
  br i1 %risen, label %arm, label %out
arm:
  br label %out
out:
  br label %on
on:
  ret void
)";

TEST(VerifyRising, AConditionOfTheArm) {
  EXPECT_EQ(Program(value_of_the_arm_ir).problem({{"", "computes"}, {"asks", "outer"}}), "");
}

TEST(VerifyRising, AConditionOfTheArmWithAValueOnTheOtherWay) {
  EXPECT_EQ(Program(replaced(value_of_the_arm_ir, "[ poison, %0 ]", "[ true, %0 ]"))
                .problem({{"", "computes"}, {"asks", "outer"}}),
            other_condition);
}

TEST(VerifyRising, OutOfOneOfTwoOnly) {
  EXPECT_EQ(Program(value_of_the_arm_ir).problem({{"", "computes"}}), not_each_time);
}

}  // namespace
}  // namespace bamboo::overlap
