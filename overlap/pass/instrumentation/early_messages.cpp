// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/early_messages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/nonblocking_calls.h"
#include "regions/data_movement.h"

namespace bamboo::overlap {
namespace {

/// The function of MPI that the instruction calls, as in C or as in Fortran; empty for others.
llvm::StringRef mpi_function(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !is_mpi_function(*callee)) return {};
  llvm::StringRef name = callee->getName();
  name.consume_front(guard_prefix);
  return name;
}

bool completes(const llvm::Instruction& instruction) {
  const llvm::StringRef name = mpi_function(instruction);
  return name.starts_with("MPI_Wait") || name.starts_with("MPI_Test");
}

bool packs(const Statement& statement) {
  const auto stores = [](const llvm::Instruction* one) { return llvm::isa<llvm::StoreInst>(one); };
  return statement.is_region() && llvm::any_of(statement.instructions(), stores) &&
         only_moves_data(statement.blocks);
}

/// Whether the program may compute before the next completion, whose place may be unknown. Packing
/// other messages does not count as computation.
bool may_compute_behind(llvm::Instruction& initiation, const SeseRegions& statements,
                        CostModel& cost) {
  const llvm::Loop* inside = statements.loops().getLoopFor(initiation.getParent());
  double cycles = 0;
  llvm::Instruction* next = initiation.getNextNode();
  while (true) {
    Statement statement = statements.beginning_at(*next);
    if (statement.is_end()) statement = statements.path_out(*next->getParent());
    if (statement.is_end()) return true;
    const auto instructions = statement.instructions();
    if (llvm::any_of(instructions, [](const auto* one) { return completes(*one); }))
      return CostModel::pays(cycles);
    const auto calls_mpi = [](const auto* one) { return !mpi_function(*one).empty(); };
    if (llvm::none_of(instructions, calls_mpi) && !packs(statement))
      cycles += cost.of(statement, inside);
    next = SeseRegions::behind(statement);
  }
}

bool gains(llvm::Instruction& instruction, const SeseRegions& statements, CostModel& cost) {
  const llvm::StringRef name = mpi_function(instruction);
  if (name.empty() || name == "MPI_Recv") return false;
  const auto& call = llvm::cast<llvm::CallBase>(instruction);
  if (started_operation(call) != nullptr && !name.ends_with("_init"))
    return may_compute_behind(instruction, statements, cost);
  // An operation that is not examined may have a window as well.
  const std::string lower = name.lower();
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"send", "recv", "start"},
                      [&](llvm::StringRef part) { return llvm::StringRef(lower).contains(part); });
}

}  // namespace

bool gains_by_early_messages(llvm::Function& function, const SeseRegions& statements,
                             CostModel& cost) {
  return llvm::any_of(llvm::instructions(function), [&](llvm::Instruction& instruction) {
    return gains(instruction, statements, cost);
  });
}

}  // namespace bamboo::overlap
