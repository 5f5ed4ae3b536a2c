// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/posted_messages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {

llvm::AllocaInst& PostedMessages::list() {
  if (list_ != nullptr) return *list_;
  llvm::BasicBlock& first = function_.getEntryBlock();
  llvm::IRBuilder<> builder(&first, first.begin());
  list_ = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), posted_list_bytes),
                               nullptr, "bamboo.posted");
  list_->setAlignment(llvm::Align(8));
  points_to_.add_variable(*list_);
  llvm::SmallVector<llvm::CallInst*, 4> started;
  llvm::SmallVector<llvm::Instruction*, 8> changing;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (is_noted(instruction, pairs_))
      started.push_back(llvm::cast<llvm::CallInst>(&instruction));
    else if (may_change_pending(instruction, summaries_, pairs_))
      changing.push_back(&instruction);
  empty_before(*first.getFirstNonPHIOrDbgOrAlloca());
  // Call it after a completion, because the query before the completion needs the list.
  for (llvm::Instruction* instruction : changing) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
    const bool may_follow = call != nullptr && !call->isMustTailCall();
    empty_before(may_follow ? *instruction->getNextNode() : *instruction);
  }
  for (llvm::CallInst* initiation : started) note(*initiation);
  return *list_;
}

void PostedMessages::note(llvm::CallInst& initiation) {
  llvm::IRBuilder<> builder(initiation.getNextNode());
  const MessageArguments message = message_arguments(initiation);
  SplitCalls calls(builder);
  calls.call(SplitCall::posted, list_, message.request, calls.number_of(message.buffer),
             message.count, message.type, message.communicator, !message.is_send);
}

void PostedMessages::empty_before(llvm::Instruction& place) {
  llvm::IRBuilder<> builder(&place);
  builder.CreateStore(builder.getInt64(0), list_);
}

}  // namespace bamboo::overlap
