// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/ends_in_waits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "regions/failure_ways.h"

namespace bamboo::overlap {
namespace {

bool is_wait(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && completion_of(*call);
}

bool is_receive(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && starts_message(*call) && !is_fortran(*call) &&
         !started_operation(*call)->is_send();
}

/// Follows all paths from the wait to the end of the function.
bool leads_to_end(const llvm::Instruction& wait, const FailureWays& failures,
                  const Summaries& summaries) {
  const auto is_passed = [&](const llvm::Instruction& instruction) {
    return is_wait(instruction) || may_be_passed(summaries.obstacle(instruction));
  };
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {wait.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    const bool is_first = block == wait.getParent() && seen.empty();
    if (!std::all_of(is_first ? wait.getIterator() : block->begin(), block->end(), is_passed))
      return false;
    for (const llvm::BasicBlock* next : successors_without(failures, *block))
      if (seen.insert(next).second) open.push_back(next);
  }
  return true;
}

}  // namespace

bool ends_in_waits(const llvm::Function& function, const llvm::LoopInfo& loops,
                   const Summaries& summaries) {
  const auto all = llvm::instructions(function);
  if (llvm::none_of(all, is_receive)) return false;
  FailureWays failures;
  for (const llvm::Instruction& instruction : all)
    if (is_wait(instruction)) add_failure_ways(llvm::cast<llvm::CallInst>(instruction), failures);
  return llvm::any_of(all, [&](const llvm::Instruction& instruction) {
    return is_wait(instruction) && loops.getLoopFor(instruction.getParent()) != nullptr &&
           leads_to_end(instruction, failures, summaries);
  });
}

}  // namespace bamboo::overlap
