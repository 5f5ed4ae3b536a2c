// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/communication_ends.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/prepare/ends_in_waits.h"
#include "regions/data_movement.h"

namespace bamboo::overlap {
namespace {

/// Whether this call starts an operation, alone or with its completion.
bool starts(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return false;
  const Operation* operation = operation_of(*call);
  return operation != nullptr && operation->kind != Kind::Controlled;
}

/// The beginning of the next iteration if the position is at the end of one, else null.
llvm::Instruction* next_iteration(const llvm::Instruction& position, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(position.getParent());
  if (loop == nullptr || loop->getLoopLatch() != position.getParent() || !position.isTerminator())
    return nullptr;
  return &*loop->getHeader()->getFirstInsertionPt();
}

bool is_exchange(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && waits_for_neighbours(*call);
}

/// The return instruction, or null unless there is exactly one.
llvm::Instruction* only_return(llvm::Function& function) {
  llvm::Instruction* found = nullptr;
  for (llvm::BasicBlock& block : function) {
    if (!llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
    if (found != nullptr) return nullptr;
    found = block.getTerminator();
  }
  return found;
}

}  // namespace

bool CommunicationEnds::is_completion(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return false;
  const Operation* operation = blocking_operation(*call);
  return completion_of(*call) || (operation != nullptr && operation->kind != Kind::Controlled);
}

SeseRegions CommunicationEnds::statements_of(llvm::Function& function) const {
  return {analyses_.getResult<llvm::DominatorTreeAnalysis>(function),
          analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function),
          analyses_.getResult<llvm::LoopAnalysis>(function)};
}

bool CommunicationEnds::is_passed(const Statement& statement) const {
  return llvm::all_of(statement.instructions(), [&](const llvm::Instruction* instruction) {
    return may_be_passed(summaries_.obstacle(*instruction));
  });
}

/// Like above; also passes operations that start, because their completions leave conditionals.
bool CommunicationEnds::is_passed_with_halves(const Statement& statement) const {
  return llvm::all_of(statement.instructions(), [&](const llvm::Instruction* instruction) {
    return starts(*instruction) || may_be_passed(summaries_.obstacle(*instruction));
  });
}

/// Whether a completion precedes `end` without an obstacle in between.
bool CommunicationEnds::ends_with(llvm::Instruction& end, const SeseRegions& statements,
                                  bool conditionals, Predicate completes) const {
  llvm::Instruction* position = &end;
  while (true) {
    const Statement statement = statements.ending_before(*position);
    if (statement.is_end()) return false;
    if (!statement.is_region() && completes(*statement.instruction)) return true;
    if (conditionals && statement.is_region() && is_left(statement, statements, completes))
      return true;
    if (!is_passed(statement)) return false;
    position = SeseRegions::start(statement);
  }
}

/// Whether an arm of the conditional ends with a completion.
bool CommunicationEnds::is_left(const Statement& statement, const SeseRegions& statements,
                                Predicate completes) const {
  const llvm::Loop* around = statements.loops().getLoopFor(statement.behind);
  return llvm::any_of(llvm::predecessors(statement.behind), [&](llvm::BasicBlock* arm) {
    return arm != statement.before && statements.loops().getLoopFor(arm) == around &&
           ends_with(*arm->getTerminator(), statements, true, completes);
  });
}

/// A dependence on a message is not examined here, because moving the half shows how far it goes.
OpenEnds CommunicationEnds::of(llvm::Function& function, bool conditionals,
                               CalleeEnds callee_ends) const {
  OpenEnds ends;
  const auto ends_of_call = [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call == nullptr ? OpenEnds() : callee_ends(call->getCalledFunction());
  };
  const SeseRegions statements = statements_of(function);
  llvm::Instruction* position = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  while (!ends.first) {
    const Statement statement = statements.beginning_at(*position);
    if (statement.is_end()) break;
    ends.first = !statement.is_region() &&
                 (starts(*statement.instruction) || ends_of_call(*statement.instruction).first);
    if (!is_passed(statement)) break;
    position = SeseRegions::behind(statement);
  }
  if (llvm::Instruction* end = only_return(function))
    ends.last = ends_with(*end, statements, conditionals,
                          [&](const llvm::Instruction& instruction) {
                            return is_completion(instruction) || ends_of_call(instruction).last;
                          }) ||
                ends_in_waits(function, statements.loops(), summaries_);
  return ends;
}

double CommunicationEnds::computation_above(llvm::CallBase& call) const {
  const SeseRegions statements = statements_of(*call.getFunction());
  const llvm::Loop* inside = statements.loops().getLoopFor(call.getParent());
  double cycles = 0;
  llvm::Instruction* position = &call;
  while (!CostModel::pays(cycles)) {
    const Statement statement = statements.ending_before(*position);
    const bool is_border =
        statement.is_end() || llvm::isa_and_nonnull<llvm::AllocaInst>(statement.instruction);
    if (is_border) break;
    const bool is_other = !statement.is_region() && is_completion(*statement.instruction);
    if (!is_other && !is_passed(statement)) break;
    if (!is_other) cycles += cost_.of(statement, inside);
    position = SeseRegions::start(statement);
  }
  return cycles;
}

double CommunicationEnds::computation_below(llvm::CallBase& call, bool conditionals,
                                            bool is_rotated) const {
  const SeseRegions statements = statements_of(*call.getFunction());
  const llvm::Loop* inside = statements.loops().getLoopFor(call.getParent());
  double cycles = 0;
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (invoke != nullptr && invoke->getNormalDest()->getSinglePredecessor() == nullptr) return 0;
  llvm::Instruction* position =
      invoke == nullptr ? call.getNextNode() : &*invoke->getNormalDest()->getFirstInsertionPt();
  bool may_go_on =
      is_rotated && llvm::any_of(llvm::instructions(*call.getCalledFunction()), is_exchange);
  while (!CostModel::pays(cycles)) {
    const Statement statement = statements.beginning_at(*position);
    if (statement.is_end()) {
      llvm::Instruction* next = may_go_on ? next_iteration(*position, statements.loops()) : nullptr;
      if (next == nullptr) break;
      position = next;
      may_go_on = false;
      continue;
    }
    // Two operations pass each other.
    const bool is_computation = is_passed(statement);
    const bool may_be_other = conditionals || !statement.is_region();
    if (!is_computation && !(may_be_other && is_passed_with_halves(statement))) break;
    if (is_computation) cycles += cost_.of(statement, inside);
    position = SeseRegions::behind(statement);
  }
  return cycles;
}

llvm::CallBase* CommunicationEnds::computing_call_in(const Statement& statement) const {
  for (llvm::Instruction* instruction : statement.instructions()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
    llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration() && !callee->isInterposable() &&
        !analyses_.getResult<llvm::LoopAnalysis>(*callee).empty())
      return call;
  }
  return nullptr;
}

llvm::CallBase* CommunicationEnds::computing_call_behind(llvm::Instruction& completion) const {
  const SeseRegions statements = statements_of(*completion.getFunction());
  llvm::Instruction* position = completion.getNextNode();
  bool may_go_on = is_exchange(completion);
  while (position != nullptr) {
    Statement statement = statements.beginning_at(*position);
    if (statement.is_end()) statement = statements.path_out(*position->getParent());
    if (statement.is_end()) {
      position = may_go_on ? next_iteration(*position, statements.loops()) : nullptr;
      may_go_on = false;
      continue;
    }
    const auto instructions = statement.instructions();
    const bool is_other = llvm::any_of(
        instructions, [](const auto* one) { return starts(*one) || is_completion(*one); });
    if (!is_other) {
      if (!is_passed(statement)) return nullptr;
      if (llvm::CallBase* call = computing_call_in(statement)) return call;
      if (statement.is_region() && !only_moves_data(statement.blocks)) return nullptr;
    }
    position = SeseRegions::behind(statement);
  }
  return nullptr;
}

}  // namespace bamboo::overlap
