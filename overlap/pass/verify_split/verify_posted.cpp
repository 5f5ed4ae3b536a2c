// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_posted.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "effects/library_functions.h"
#include "pass/operations/pending_messages.h"
#include "pass/verify_split/described_accesses.h"

namespace bamboo::overlap {
namespace {

bool empties(const llvm::Instruction* instruction, const llvm::AllocaInst& list) {
  const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(instruction);
  if (store == nullptr || store->getPointerOperand() != &list) return false;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
  return number != nullptr && number->isZero();
}

/// Whether the report of the message before the call matches its start.
bool is_as_started(const llvm::CallInst& report, llvm::ArrayRef<CallPair*> pairs) {
  const auto* started = llvm::dyn_cast_or_null<llvm::CallInst>(report.getPrevNode());
  // The address is made a number in between.
  if (started == nullptr && llvm::isa_and_nonnull<llvm::CastInst>(report.getPrevNode()))
    started = llvm::dyn_cast_or_null<llvm::CallInst>(report.getPrevNode()->getPrevNode());
  if (started == nullptr || !is_noted(*started, pairs)) return false;
  const MessageArguments message = message_arguments(*started);
  return report.getArgOperand(1) == message.request &&
         &address_behind(*report.getArgOperand(2)) == message.buffer &&
         report.getArgOperand(3) == message.count && report.getArgOperand(4) == message.type &&
         report.getArgOperand(5) == message.communicator &&
         (number(report, 6) != 0 || message.is_send);
}

}  // namespace

std::optional<Defect> verify_posted(const llvm::AllocaInst& list, llvm::ArrayRef<CallPair*> pairs,
                                    const Summaries& summaries) {
  const llvm::Function& function = *list.getFunction();
  const auto& first = function.getEntryBlock();
  if (llvm::none_of(first, [&](const auto& one) { return empties(&one, list); }))
    return Defect(Fault::list_not_emptied, first.getTerminator()->getDebugLoc());
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (calls(&instruction, SplitCall::posted) && call->getArgOperand(0) == &list) {
      if (!is_as_started(*call, pairs))
        return Defect(Fault::message_noted_wrongly, instruction.getDebugLoc());
    } else if (may_change_pending(instruction, summaries, pairs) &&
               !empties(instruction.getPrevNode(), list) &&
               !empties(instruction.getNextNode(), list)) {
      return Defect(Fault::list_not_emptied, instruction.getDebugLoc());
    }
  }
  return std::nullopt;
}

}  // namespace bamboo::overlap
