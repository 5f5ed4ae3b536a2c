// SPDX-License-Identifier: Apache-2.0
// The verifier gets receives at wrong places, which the pass never makes.
#include "pass/verify/verify_late_receive.h"

#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

constexpr char late_program_ir[] = R"(
declare i32 @MPI_Irecv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Isend(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare i32 @printf(ptr, ...)
@ompi_mpi_double = external global i8
@ompi_mpi_comm_world = external global i8
@text = private constant [3 x i8] c"%g\00"
define void @program(ptr noalias %in, ptr noalias %out, i32 %n, i1 %which) {
  %request = alloca ptr
  %request2 = alloca ptr
)";
constexpr char late_from_ir[] = "%from = add i32 %n, 1";
constexpr char late_pack_ir[] = "store double 1.0, ptr %out";
constexpr char late_send_ir[] =
    "call i32 @MPI_Isend(ptr %out, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, "
    "ptr @ompi_mpi_comm_world, ptr %request2)";
constexpr char late_receive_ir[] =
    "%receive = call i32 @MPI_Irecv(ptr %in, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, "
    "ptr @ompi_mpi_comm_world, ptr %request)";

/// Returns the verifier's answer for a receive that the program starts in front of %from.
std::string problem_of_late(std::initializer_list<const char*> lines) {
  const ParsedModule parsed(late_program_ir + joined(lines) + "}\n");
  llvm::Function& function = *parsed.module->getFunction("program");
  LateReceive late, earlier;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getName() == "from") late.from = &instruction;
    if (instruction.getName() == "receive") late.receive = llvm::cast<llvm::CallInst>(&instruction);
    if (instruction.getName() == "earlier")
      earlier.receive = llvm::cast<llvm::CallInst>(&instruction);
  }
  auto& functions = const_cast<llvm::FunctionAnalysisManager&>(parsed.functions);
  const PointsTo points_to(*parsed.module, functions);
  const Summaries summaries(*parsed.module, functions,
                            ClockValues(*parsed.module, functions, points_to));
  const ProgramRequests existing(*parsed.module, points_to, summaries);
  const Dependence dependence(functions.getResult<llvm::AAManager>(function), summaries, points_to);
  return words_of(verify_late_receive(late, earlier, existing, dependence, summaries));
}

TEST(VerifyLateReceive, BehindSend) {
  EXPECT_EQ(
      problem_of_late({late_from_ir, late_pack_ir, late_send_ir, late_receive_ir, "ret void"}), "");
}

TEST(VerifyLateReceive, BehindSendInLoop) {
  EXPECT_EQ(problem_of_late({"br label %again", "again:", late_from_ir,
                             "br i1 %which, label %one, label %on", "one:", late_pack_ir,
                             "br label %on", "on:", late_send_ir, late_receive_ir,
                             "br i1 %which, label %again, label %end", "end:", "ret void"}),
            "");
}

TEST(VerifyLateReceive, BehindReceiveOfBefore) {
  const std::string earlier =
      replaced(replaced(late_receive_ir, "%receive", "%earlier"), "%request", "%request2");
  EXPECT_EQ(
      problem_of_late({late_from_ir, late_pack_ir, earlier.c_str(), late_receive_ir, "ret void"}),
      "");
}

TEST(VerifyLateReceive, PassesLaterReceive) {
  const std::string later =
      replaced(replaced(late_receive_ir, "%receive", "%later"), "%request", "%request2");
  EXPECT_EQ(
      problem_of_late({late_from_ir, late_pack_ir, later.c_str(), late_receive_ir, "ret void"}),
      "it has passed a statement with other effects: it calls MPI");
}

TEST(VerifyLateReceive, PassesOutput) {
  EXPECT_EQ(problem_of_late({late_from_ir, "call i32 (ptr, ...) @printf(ptr @text)", late_send_ir,
                             late_receive_ir, "ret void"}),
            "it has passed a statement with other effects: it is seen from outside");
}

TEST(VerifyLateReceive, PassesCompletion) {
  EXPECT_EQ(
      problem_of_late({late_from_ir, late_send_ir, "call i32 @MPI_Wait(ptr %request2, ptr null)",
                       late_receive_ir, "ret void"}),
      "it has passed a statement with other effects: it calls MPI");
}

TEST(VerifyLateReceive, PassesReadOfRequest) {
  EXPECT_EQ(problem_of_late({late_from_ir, "%handle = load ptr, ptr %request", late_send_ir,
                             late_receive_ir, "ret void"}),
            "it has passed an access to its request");
}

TEST(VerifyLateReceive, PassesSendWithItsRequest) {
  EXPECT_EQ(problem_of_late({late_from_ir, replaced(late_send_ir, "%request2", "%request").c_str(),
                             late_receive_ir, "ret void"}),
            "it has passed an access to its request");
}

TEST(VerifyLateReceive, LeftOut) {
  EXPECT_EQ(problem_of_late({late_from_ir, "br i1 %which, label %one, label %on",
                             "one:", late_send_ir, late_receive_ir, "ret void", "on:", "ret void"}),
            "a way from its place in the program does not start it");
}

TEST(VerifyLateReceive, LeftOutInSomeIterations) {
  EXPECT_EQ(problem_of_late({"br label %again", "again:", late_from_ir, late_send_ir,
                             "br i1 %which, label %again, label %on", "on:", late_receive_ir,
                             "ret void"}),
            "a way from its place in the program does not start it");
}

TEST(VerifyLateReceive, OnOtherPath) {
  EXPECT_EQ(problem_of_late({"br i1 %which, label %one, label %on", "one:", late_from_ir,
                             late_send_ir, "br label %on", "on:", late_receive_ir, "ret void"}),
            "it is started on other paths than in the program");
}

TEST(VerifyLateReceive, Repeated) {
  EXPECT_EQ(
      problem_of_late({late_from_ir, late_send_ir, "br label %again", "again:", late_receive_ir,
                       "br i1 %which, label %again, label %on", "on:", "ret void"}),
      "it is started more often than in the program");
}

}  // namespace
}  // namespace bamboo::overlap
