// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/pending_messages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// A half of a converted call has a request of its own.
bool is_converted(const llvm::Instruction& instruction, llvm::ArrayRef<CallPair*> pairs) {
  return llvm::any_of(pairs, [&](const CallPair* pair) {
    return !pair->is_programs_own && (pair->initiation == &instruction ||
                                      llvm::is_contained(pair->completions(), &instruction));
  });
}

}  // namespace

FailureWays failure_ways(llvm::ArrayRef<CallPair*> pairs) {
  FailureWays ways;
  for (const CallPair* pair : pairs)
    if (pair->is_asked) add_failure_ways(*pair->completion, ways);
  return ways;
}

FailureWays failure_ways_behind(const llvm::Instruction& start, llvm::ArrayRef<CallPair*> pairs,
                                const llvm::DominatorTree& dominators) {
  FailureWays ways;
  for (const CallPair* pair : pairs)
    if (pair->is_asked &&
        (pair->completion == &start || dominators.dominates(&start, pair->completion)))
      add_failure_ways(*pair->completion, ways);
  return ways;
}

bool is_noted(const llvm::Instruction& instruction, llvm::ArrayRef<CallPair*> pairs) {
  return llvm::any_of(pairs, [&](const CallPair* pair) {
    return pair->is_programs_own && pair->initiation == &instruction &&
           starts_message(*pair->initiation) && !is_fortran(*pair->initiation);
  });
}

bool may_change_pending(const llvm::Instruction& instruction, const Summaries& summaries,
                        llvm::ArrayRef<CallPair*> pairs) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && blocking_operation(*call) == nullptr &&
         summaries.obstacle(instruction) >= Obstacle::UnknownCall &&
         !is_noted(instruction, pairs) && !is_converted(instruction, pairs);
}

MessageArguments message_arguments(const llvm::CallBase& initiation) {
  const Operation& operation = *started_operation(initiation);
  const llvm::StringRef roles = operation.arguments;
  const auto argument = [&](char role) {
    return initiation.getArgOperand(static_cast<unsigned>(roles.find(role)));
  };
  return {initiation.getArgOperand(0),
          argument(role::count),
          argument(role::type),
          argument(role::communicator),
          initiation.getArgOperand(initiation.arg_size() - 1),
          operation.is_send()};
}

}  // namespace bamboo::overlap
