// SPDX-License-Identifier: Apache-2.0
// Functions with one operation or two, as text: what the verifier says of the first one.
#pragma once

#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"
#include "pass/verify/verify_operation.h"

namespace bamboo::overlap {

inline constexpr char declarations_ir[] = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
declare i32 @MPI_Waitall(i32, ptr, ptr)
declare i32 @MPI_Comm_rank(ptr, ptr)
declare double @MPI_Wtime()
declare i32 @printf(ptr, ...)
declare void @unknown()
@text = private constant [3 x i8] c"%g\00"
@ompi_request_null = external global i8
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  %request2 = alloca ptr
  %count = alloca i32
)";

struct Operations {
  bool is_barrier = false;               ///< the first one
  const char* second_buffer = "second";  ///< of the second one
  bool is_own = false;                   ///< the first completion is the program's own
};

/// A function with the calls %start and %wait, %copy where the first operation is completed on
/// another way as well, and %start2 and %wait2 where there is a second operation: what the verifier
/// says of the first one.
class Function : ParsedModule {
 public:
  explicit Function(const std::string& body)
      : ParsedModule(declarations_ir + body + "}\n" + guards_ir) {}

  std::string problem(const Operations& operations) {
    llvm::Function& function = *module->getFunction("program");
    CallPair first = pair("", "buffer"), second = pair("2", operations.second_buffer);
    first.orders_ranks = operations.is_barrier;
    if (operations.is_barrier) first.flight.clear();
    if (llvm::CallInst* copy = call("copy"))
      first.early_exits.push_back({nullptr, nullptr, {copy}, {}, {}});
    if (operations.is_own) {
      first.is_programs_own = true;
      first.initiation = nullptr;
    }
    llvm::SmallVector<CallPair*, 2> all = {&first};
    if (second.initiation != nullptr) all.push_back(&second);
    const PointsTo points_to(*module, functions);
    const Summaries summaries(*module, functions, ClockValues(*module, functions, points_to));
    const Dependence dependence(functions.getResult<llvm::AAManager>(function), summaries,
                                points_to);
    return words_of(verify_operation(first, all, dependence, summaries));
  }

 private:
  CallPair pair(const std::string& suffix, const char* buffer) {
    const llvm::Function& function = *module->getFunction("program");
    CallPair made;
    made.abi.emplace(Abi::Kind::OpenMpi, context);
    made.initiation = call("start" + suffix);
    made.completion = call("wait" + suffix);
    made.request = llvm::cast<llvm::AllocaInst>(named("request" + suffix));
    for (const llvm::Argument& argument : function.args())
      if (argument.getName() == buffer)
        made.flight.push_back(
            {llvm::MemoryLocation::getBeforeOrAfter(&argument), true, AccessRole::ReceiveBuffer});
    return made;
  }

  llvm::CallInst* call(const std::string& name) {
    return llvm::cast_or_null<llvm::CallInst>(named(name));
  }

  llvm::Instruction* named(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("program")))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  }
};

inline constexpr char start_ir[] = "%start = call i32 @MPI_Irecv(ptr %buffer, ptr %request)\n";
inline constexpr char wait_ir[] = "%wait = call i32 @MPI_Wait(ptr %request)\n";
inline constexpr char start2_ir[] = "%start2 = call i32 @MPI_Irecv(ptr %second, ptr %request2)\n";
inline constexpr char wait2_ir[] = "%wait2 = call i32 @MPI_Wait(ptr %request2)\n";
inline constexpr char other_ir[] = "store double 1.0, ptr %other\n";
inline constexpr char branch_ir[] = "br i1 %which, label %one, label %on";
inline constexpr char calls_for_nothing_ir[] =
    "its completion calls the MPI where no operation was started";

inline std::string problem_of(std::initializer_list<const char*> lines,
                              const Operations& operations = {}) {
  return Function(joined(lines)).problem(operations);
}

}  // namespace bamboo::overlap
