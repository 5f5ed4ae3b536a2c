// SPDX-License-Identifier: Apache-2.0
// The verifier of collectives' forms on functions that the pass does not make.
#include "pass/verify/verify_form.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

constexpr char declarations_ir[] = R"(
@ompi_request_null = external global i8
declare i32 @MPI_Barrier(ptr)
declare i32 @MPI_Ibarrier(ptr, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare i32 @MPI_Recv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Irecv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @bamboo_overlap_form(ptr, i32, ptr)
declare i32 @bamboo_window_form(ptr)
declare void @bamboo_window_begins(ptr, ptr)
@trial = internal global i64 0
)";

constexpr char without_window_ir[] = R"(
define i32 @program(ptr %communicator, ptr %other) {
  %error = call i32 @bamboo.MPI_Barrier(ptr %communicator)
  ret i32 %error
}
define internal i32 @bamboo.MPI_Barrier(ptr %communicator) {
  %request = alloca ptr
  %answer = call i32 @bamboo_overlap_form(ptr %communicator, i32 0, ptr null)
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

constexpr char window_ir[] = R"(
define i32 @program(ptr %communicator, ptr %request) {
  %error = call i32 @bamboo.MPI_Ibarrier(ptr %communicator, ptr %request, i32 2, ptr @trial)
  ret i32 %error
}
define internal i32 @bamboo.MPI_Ibarrier(ptr %communicator, ptr %request, i32 %known, ptr %trial) {
  %answer = call i32 @bamboo_overlap_form(ptr %communicator, i32 %known, ptr %trial)
  %is = icmp ne i32 %answer, 0
  br i1 %is, label %starts, label %blocks
blocks:
  store ptr @ompi_request_null, ptr %request
  %at_once = call i32 @MPI_Barrier(ptr %communicator)
  ret i32 %at_once
starts:
  %started = call i32 @MPI_Ibarrier(ptr %communicator, ptr %request)
  %is_timed = icmp eq i32 %answer, 2
  br i1 %is_timed, label %times, label %leaves
times:
  call void @bamboo_window_begins(ptr %trial, ptr %request)
  br label %leaves
leaves:
  ret i32 %started
}
)";

constexpr char receive_ir[] = R"(
define i32 @program(ptr %b, ptr %type, ptr %world, ptr %request, ptr %status) {
  %error = call i32 @bamboo.MPI_Irecv(ptr %b, i32 1, ptr %type, i32 0, i32 0, ptr %world, ptr %request, ptr @trial, ptr %status)
  ret i32 %error
}
define internal i32 @bamboo.MPI_Irecv(ptr %b, i32 %n, ptr %type, i32 %from, i32 %tag, ptr %world, ptr %request, ptr %trial, ptr %status) {
  %answer = call i32 @bamboo_window_form(ptr %trial)
  %is = icmp ne i32 %answer, 0
  br i1 %is, label %starts, label %blocks
blocks:
  store ptr @ompi_request_null, ptr %request
  %at_once = call i32 @MPI_Recv(ptr %b, i32 %n, ptr %type, i32 %from, i32 %tag, ptr %world, ptr %status)
  ret i32 %at_once
starts:
  %started = call i32 @MPI_Irecv(ptr %b, i32 %n, ptr %type, i32 %from, i32 %tag, ptr %world, ptr %request)
  %is_timed = icmp eq i32 %answer, 2
  br i1 %is_timed, label %times, label %leaves
times:
  call void @bamboo_window_begins(ptr %trial, ptr %request)
  br label %leaves
leaves:
  ret i32 %started
}
)";

/// The verifier's words when `from` is replaced by `to` in the text.
std::string problem_of(const std::string& text, const std::string& from = "",
                       const std::string& to = "") {
  const ParsedModule parsed(declarations_ir + replaced(text, from, to));
  const bool receives = parsed.module->getFunction("bamboo.MPI_Irecv") != nullptr;
  const Operation& operation = *operation_named(receives ? "MPI_Recv" : "MPI_Barrier");
  for (const llvm::Instruction& one : llvm::instructions(*parsed.module->getFunction("program")))
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&one))
      return words_of(
          verify_form(*call, operation, Abi(Abi::Kind::OpenMpi, parsed.module->getContext())));
  return "no call";
}

TEST(VerifyForm, AsTheyAre) {
  EXPECT_EQ(problem_of(without_window_ir), "");
  EXPECT_EQ(problem_of(window_ir), "");
  EXPECT_EQ(problem_of(receive_ir), "");
}

TEST(VerifyForm, ItDoesNotAsk) {
  EXPECT_EQ(problem_of(without_window_ir, "@bamboo.MPI_Barrier", "@MPI_Barrier"),
            "its function does not ask the library for its form");
}

TEST(VerifyForm, ItAsksAboutAnotherCommunicator) {
  EXPECT_EQ(
      problem_of(without_window_ir, "overlap_form(ptr %communicator", "overlap_form(ptr %request"),
      "the library is not asked with its communicator or trial");
}

TEST(VerifyForm, ItAsksWithAnotherTrial) {
  constexpr char expected[] = "the library is not asked with its communicator or trial";
  EXPECT_EQ(problem_of(receive_ir, "window_form(ptr %trial)", "window_form(ptr %status)"),
            expected);
  EXPECT_EQ(problem_of(window_ir, "i32 %known, ptr %trial)\n  %is", "i32 %known, ptr null)\n  %is"),
            expected);
}

TEST(VerifyForm, AReceiveLosesItsStatus) {
  EXPECT_EQ(
      problem_of(receive_ir, "ptr %world, ptr %status)\n  ret", "ptr %world, ptr null)\n  ret"),
      "its blocking form is another call");
}

TEST(VerifyForm, ItTimesAnotherRequest) {
  EXPECT_EQ(
      problem_of(receive_ir, "begins(ptr %trial, ptr %request)", "begins(ptr %trial, ptr %b)"),
      "its nonblocking form is not started and waited for exactly once");
}

TEST(VerifyForm, ItDoesNotGoByTheAnswer) {
  constexpr char expected[] = "its form does not follow from the library's answer";
  EXPECT_EQ(problem_of(without_window_ir, "br i1 %is, ", "br i1 true, "), expected);
  EXPECT_EQ(
      problem_of(without_window_ir, "label %starts, label %blocks", "label %blocks, label %starts"),
      "its blocking form is another call");
}

TEST(VerifyForm, ItDoesNotWait) {
  constexpr char expected[] = "its nonblocking form is not waited for";
  EXPECT_EQ(problem_of(without_window_ir, "MPI_Wait(ptr %request", "MPI_Wait(ptr %communicator"),
            expected);
  EXPECT_EQ(
      problem_of(without_window_ir, "label %failed, label %waits", "label %waits, label %failed"),
      expected);
  EXPECT_EQ(problem_of(without_window_ir, "%waited = call i32 @MPI_Wait(ptr %request, ptr null)",
                       "%waited = add i32 0, 0"),
            "its nonblocking form is not started and waited for exactly once");
}

TEST(VerifyForm, ARequestIsLeft) {
  constexpr char expected[] = "its blocking form leaves a request";
  EXPECT_EQ(problem_of(window_ir, "store ptr @ompi_request_null, ptr %request", ""), expected);
  EXPECT_EQ(problem_of(window_ir, "store ptr @ompi_request_null", "store ptr null"), expected);
}

TEST(VerifyForm, ItStartsSomethingElse) {
  EXPECT_EQ(problem_of(window_ir, "@MPI_Ibarrier(ptr %communicator, ptr %request)\n  %is_timed",
                       "@MPI_Wait(ptr %communicator, ptr %request)\n  %is_timed"),
            "its nonblocking form is another call");
}

}  // namespace
}  // namespace bamboo::overlap
