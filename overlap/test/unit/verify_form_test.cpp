// SPDX-License-Identifier: Apache-2.0
// The verifier of collectives' forms on functions that the pass does not make.
#include "pass/verify/verify_form.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

constexpr char kDeclarations[] = R"(
@ompi_request_null = external global i8
declare i32 @MPI_Barrier(ptr)
declare i32 @MPI_Ibarrier(ptr, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare i32 @bamboo_overlap_is_nonblocking(ptr)
)";

constexpr char kWithoutWindow[] = R"(
define i32 @program(ptr %communicator, ptr %other) {
  %error = call i32 @bamboo.MPI_Barrier(ptr %communicator)
  ret i32 %error
}
define internal i32 @bamboo.MPI_Barrier(ptr %communicator) {
  %request = alloca ptr
  %answer = call i32 @bamboo_overlap_is_nonblocking(ptr %communicator)
  %is = icmp ne i32 %answer, 0
  br i1 %is, label %starts, label %blocks
blocks:
  %at_once = call i32 @MPI_Barrier(ptr %communicator)
  ret i32 %at_once
starts:
  %started = call i32 @MPI_Ibarrier(ptr %communicator, ptr %request)
  %is_error = icmp ne i32 %started, 0
  br i1 %is_error, label %failed, label %waits
failed:
  ret i32 %started
waits:
  %waited = call i32 @MPI_Wait(ptr %request, ptr null)
  ret i32 %waited
}
)";

constexpr char kWindow[] = R"(
define i32 @program(ptr %communicator, ptr %request) {
  %error = call i32 @bamboo.MPI_Ibarrier(ptr %communicator, ptr %request)
  ret i32 %error
}
define internal i32 @bamboo.MPI_Ibarrier(ptr %communicator, ptr %request) {
  %answer = call i32 @bamboo_overlap_is_nonblocking(ptr %communicator)
  %is = icmp ne i32 %answer, 0
  br i1 %is, label %starts, label %blocks
blocks:
  store ptr @ompi_request_null, ptr %request
  %at_once = call i32 @MPI_Barrier(ptr %communicator)
  ret i32 %at_once
starts:
  %started = call i32 @MPI_Ibarrier(ptr %communicator, ptr %request)
  ret i32 %started
}
)";

/// The verifier's words when `from` is replaced by `to` in the text.
std::string problem_of(std::string text, const std::string& from = "", const std::string& to = "") {
  if (!from.empty()) {
    const size_t place = text.find(from);
    if (place == std::string::npos) return "'" + from + "' is not in the text";
    text.replace(place, from.size(), to);
  }
  const ParsedModule parsed(kDeclarations + text);
  const Operation& barrier = *operation_named("MPI_Barrier");
  for (const llvm::Instruction& one : llvm::instructions(*parsed.module->getFunction("program")))
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&one))
      return words_of(
          verify_form(*call, barrier, Abi(Abi::Kind::open_mpi, parsed.module->getContext())));
  return "no call";
}

TEST(VerifyForm, AsTheyAre) {
  EXPECT_EQ(problem_of(kWithoutWindow), "");
  EXPECT_EQ(problem_of(kWindow), "");
}

TEST(VerifyForm, ItDoesNotAsk) {
  EXPECT_EQ(problem_of(kWithoutWindow, "@bamboo.MPI_Barrier", "@MPI_Barrier"),
            "its function does not ask for its form");
}

TEST(VerifyForm, ItAsksAboutAnotherCommunicator) {
  EXPECT_EQ(problem_of(kWithoutWindow, "is_nonblocking(ptr %communicator)",
                       "is_nonblocking(ptr %request)"),
            "its form is not asked for with its communicator");
}

TEST(VerifyForm, ItDoesNotGoByTheAnswer) {
  constexpr char kOther[] = "its form does not follow from the answer";
  EXPECT_EQ(problem_of(kWithoutWindow, "br i1 %is, ", "br i1 true, "), kOther);
  EXPECT_EQ(
      problem_of(kWithoutWindow, "label %starts, label %blocks", "label %blocks, label %starts"),
      "its blocking form is another call");
}

TEST(VerifyForm, ItDoesNotWait) {
  constexpr char kNot[] = "its nonblocking form is not waited for";
  EXPECT_EQ(problem_of(kWithoutWindow, "MPI_Wait(ptr %request", "MPI_Wait(ptr %communicator"),
            kNot);
  EXPECT_EQ(
      problem_of(kWithoutWindow, "label %failed, label %waits", "label %waits, label %failed"),
      kNot);
  EXPECT_EQ(problem_of(kWithoutWindow, "%waited = call i32 @MPI_Wait(ptr %request, ptr null)",
                       "%waited = add i32 0, 0"),
            "its nonblocking form is not started, and waited for, once");
}

TEST(VerifyForm, ARequestIsLeft) {
  constexpr char kLeaves[] = "its blocking form leaves a request";
  EXPECT_EQ(problem_of(kWindow, "store ptr @ompi_request_null, ptr %request", ""), kLeaves);
  EXPECT_EQ(problem_of(kWindow, "store ptr @ompi_request_null", "store ptr null"), kLeaves);
}

TEST(VerifyForm, ItStartsSomethingElse) {
  EXPECT_EQ(problem_of(kWindow, "@MPI_Ibarrier(ptr %communicator, ptr %request)\n  ret",
                       "@MPI_Wait(ptr %communicator, ptr %request)\n  ret"),
            "its nonblocking form is another call");
}

}  // namespace
}  // namespace bamboo::overlap
