// SPDX-License-Identifier: Apache-2.0
// Finds the calls that start messages of the program, and those that may change the pending ones.
#pragma once

#include "effects/summaries.h"
#include "pass/operations/call_pair.h"
#include "regions/failure_ways.h"

namespace llvm {
class DominatorTree;
}  // namespace llvm

namespace bamboo::overlap {

/// The failure paths of all completions that the program may ask about.
FailureWays failure_ways(llvm::ArrayRef<CallPair*> pairs);

/// Only the failure paths of completions after `start`: if there is a core, an error of such a
/// completion ends the program (overlap/runtime/splitting/posted_messages.h). Completions before
/// `start` may have failed, and the program may have continued.
FailureWays failure_ways_behind(const llvm::Instruction& start, llvm::ArrayRef<CallPair*> pairs,
                                const llvm::DominatorTree& dominators);

/// Whether the instruction starts a message that is recorded, so that the program can ask which
/// messages a completion completes.
bool is_noted(const llvm::Instruction& instruction, llvm::ArrayRef<CallPair*> pairs);

/// Whether the instruction may complete an operation of the program, or start one that is not
/// recorded.
bool may_change_pending(const llvm::Instruction& instruction, const Summaries& summaries,
                        llvm::ArrayRef<CallPair*> pairs);

/// The arguments of the initiation of a message.
struct MessageArguments {
  llvm::Value *buffer, *count, *type, *communicator, *request;
  bool is_send;
};
MessageArguments message_arguments(const llvm::CallBase& initiation);

}  // namespace bamboo::overlap
