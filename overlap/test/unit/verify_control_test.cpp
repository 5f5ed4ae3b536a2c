// SPDX-License-Identifier: Apache-2.0
// The verifier gets control parts at wrong places, which the pass never makes: every complaint
// has a function that deserves it.
#include "controls/verify_control.h"

#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

constexpr char declarations_ir[] = R"(
declare i32 @Bamboo_Alltoallv_controlled(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare i32 @Bamboo_Control_close(ptr)
define void @program(ptr noalias %sent, ptr noalias %received, ptr noalias %counts,
                     ptr noalias %others, ptr noalias %places, ptr %type, ptr %comm, i1 %which) {
  %slot = alloca i64
)";

std::string exchange(const std::string& name, const std::string& counts = "counts",
                     const std::string& comm = "comm") {
  return "  %" + name + " = call i32 @Bamboo_Alltoallv_controlled(ptr %sent, ptr %" + counts +
         ", ptr %places, ptr %type, ptr %received, ptr %" + counts +
         ", ptr %places, ptr %type, ptr %" + comm + ", ptr %slot)\n";
}

const std::string mark_ir = "  store i64 0, ptr %slot\n";
const std::string end_ir = "  call i32 @Bamboo_Control_close(ptr %slot)\n";

/// The verifier's words about the call %call.
std::string problem(const std::string& body) {
  constexpr PlannedCall planned{"MPI_Alltoallv", "-c-v-c-vv"};
  ParsedModule parsed(declarations_ir + body + "}\n");
  llvm::Function& function = *parsed.module->getFunction("program");
  const Summaries summaries(*parsed.module, parsed.functions);
  const PointsTo points_to(*parsed.module, parsed.functions);
  const ProgramRequests existing(*parsed.module, points_to, summaries);
  const PatternClobbers clobbers(function, parsed.functions, summaries, points_to, existing);
  const auto named = [&](const char* name) -> llvm::Instruction* {
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  };
  const auto& slot = *llvm::cast<llvm::AllocaInst>(named("slot"));
  const auto defect =
      verify_control(planned, *llvm::cast<llvm::CallInst>(named("call")), slot, clobbers);
  return words_of(defect ? defect : verify_closed(slot));
}

std::string loop(const std::string& before, const std::string& inside) {
  return before + "  br label %turn\nturn:\n" + inside +
         "  br i1 %which, label %turn, label %end\nend:\n  ret void\n";
}

TEST(VerifyControl, TakesAMarkInFrontOfTheLoop) {
  EXPECT_EQ(problem(loop(mark_ir, exchange("call"))), "");
}

TEST(VerifyControl, TakesAMarkBehindWhatChangesTheCounts) {
  EXPECT_EQ(problem(loop("", "  store i32 1, ptr %counts\n" + mark_ir + exchange("call"))), "");
}

TEST(VerifyControl, TakesAnEndBehindTheLoop) {
  EXPECT_EQ(problem(mark_ir + "  br label %turn\nturn:\n" + exchange("call") +
                    "  br i1 %which, label %turn, label %end\nend:\n" + end_ir + "  ret void\n"),
            "");
}

TEST(VerifyControl, FindsAnEndInsideOfTheLoop) {
  EXPECT_EQ(problem(loop(mark_ir, exchange("call") + end_ir)),
            "the control part is closed before the call");
}

TEST(VerifyControl, FindsASecondEnd) {
  EXPECT_EQ(problem(mark_ir + exchange("call") + end_ir + end_ir + "  ret void\n"),
            "the control part is closed before the call");
  EXPECT_EQ(problem(mark_ir + exchange("call") + end_ir + mark_ir + end_ir + "  ret void\n"), "");
}

TEST(VerifyControl, FindsAnEndWithoutAMark) {
  EXPECT_EQ(problem("  br i1 %which, label %marked, label %there\nmarked:\n" + mark_ir +
                    exchange("call") + "  br label %there\nthere:\n" + end_ir + "  ret void\n"),
            "there is a path to it without a mark");
}

TEST(VerifyControl, FindsNoMark) {
  EXPECT_EQ(problem(loop("", exchange("call"))), "there is a path to it without a mark");
}

TEST(VerifyControl, FindsAPathAroundTheMark) {
  EXPECT_EQ(problem("  br i1 %which, label %marked, label %there\nmarked:\n" + mark_ir +
                    "  br label %there\nthere:\n" + exchange("call") + "  ret void\n"),
            "there is a path to it without a mark");
}

TEST(VerifyControl, TakesAnotherStoreForNoMark) {
  EXPECT_EQ(problem("  store i64 1, ptr %slot\n" + exchange("call") + "  ret void\n"),
            "there is a path to it without a mark");
}

TEST(VerifyControl, FindsCountsThatChangeBehindTheCall) {
  EXPECT_EQ(problem(loop(mark_ir, exchange("call") + "  store i32 1, ptr %counts\n")),
            "a 'store' may change the counts");
}

TEST(VerifyControl, FindsAnArgumentThatIsComputedAnew) {
  EXPECT_EQ(problem(loop(mark_ir, "  %next = phi ptr [ %comm, %0 ], [ null, %turn ]\n" +
                                      exchange("call", "counts", "next"))),
            "an argument is computed anew there");
}

TEST(VerifyControl, FollowsLoadsToTheirVariables) {
  const std::string load = "  %next = load ptr, ptr %others\n";
  EXPECT_EQ(problem(loop(mark_ir, load + exchange("call", "counts", "next"))), "");
  EXPECT_EQ(problem(loop(mark_ir, load + exchange("call", "counts", "next") +
                                      "  store ptr null, ptr %others\n")),
            "a 'store' may change a variable");
}

TEST(VerifyControl, FindsAnotherPatternBehindTheSameMark) {
  EXPECT_EQ(problem(mark_ir + exchange("first", "others") + exchange("call") + "  ret void\n"),
            "another call of the same control part has another pattern");
  EXPECT_EQ(problem(mark_ir + exchange("first") + exchange("call") + "  ret void\n"), "");
}

}  // namespace
}  // namespace bamboo::overlap
