// SPDX-License-Identifier: Apache-2.0
// The list of messages that a function has started and that are still pending. The program keeps
// it for the run-time library (overlap/runtime/splitting/posted_messages.h), which uses it to find
// the messages that a completion completes.
//
// Every entry is a pending operation: each statement that may complete one, or start one that is
// not recorded, also empties the list. MPI gives pending operations different handles, so an equal
// handle is the same operation.
#pragma once

#include "effects/points_to.h"
#include "effects/summaries.h"
#include "pass/operations/pending_messages.h"

namespace bamboo::overlap {

class PostedMessages {
 public:
  PostedMessages(llvm::Function& function, const Summaries& summaries, PointsTo& points_to,
                 llvm::ArrayRef<CallPair*> pairs)
      : function_(function), summaries_(summaries), points_to_(points_to), pairs_(pairs) {}

  /// The list of messages, which exists from the first call on.
  llvm::AllocaInst& list();

 private:
  void note(llvm::CallInst& initiation);
  void empty_before(llvm::Instruction& place);

  llvm::Function& function_;
  const Summaries& summaries_;
  PointsTo& points_to_;
  llvm::ArrayRef<CallPair*> pairs_;
  llvm::AllocaInst* list_ = nullptr;
};

}  // namespace bamboo::overlap
