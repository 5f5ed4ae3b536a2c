// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which calls start messages of the program, and which may change what is pending of these.
#pragma once

#include "effects/summaries.h"
#include "pass/operations/nonblocking_operation.h"
#include "regions/failure_ways.h"

namespace llvm {
class DominatorTree;
}  // namespace llvm

namespace bamboo::overlap {

/// Of all completions that the program may ask about.
FailureWays failure_ways(llvm::ArrayRef<NonblockingOperation*> pairs);

/// Of those only that are executed behind `start`, where the program asks about them: if it has a
/// core, an error of theirs ends the program (overlap/runtime/splitting/posted_messages.h). Those
/// in front of it may have failed, and the program may have gone on.
FailureWays failure_ways_behind(const llvm::Instruction& start,
                                llvm::ArrayRef<NonblockingOperation*> pairs,
                                const llvm::DominatorTree& dominators);

/// True for the start of a message that the program notes where it asks what a completion
/// completes.
bool is_noted(const llvm::Instruction& instruction, llvm::ArrayRef<NonblockingOperation*> pairs);

/// True for what may complete an operation of the program, or start one that is not noted.
bool may_change_pending(const llvm::Instruction& instruction, const Summaries& summaries,
                        llvm::ArrayRef<NonblockingOperation*> pairs);

/// The arguments of the initiation of a message.
struct MessageArguments {
  llvm::Value *buffer, *count, *type, *communicator, *request;
  bool is_send;
};
MessageArguments message_arguments(const llvm::CallBase& initiation);

}  // namespace bamboo::overlap
