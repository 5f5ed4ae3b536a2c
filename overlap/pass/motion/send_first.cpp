// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/send_first.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/motion/legality.h"
#include "pass/operations/conversion_remarks.h"
#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

/// Whether a message leaves without the receiver's answer for certain.
bool leaves_at_once(const Accesses& started) {
  return llvm::any_of(started, [](const Access& access) {
    return is_buffer(access.role) && access.memory.Size.hasValue() &&
           access.memory.Size.getValue().getFixedValue() <= untouched_eager_bytes;
  });
}

const Access& request_access(const Accesses& started) {
  return *llvm::find_if(started,
                        [](const Access& access) { return access.role == AccessRole::Request; });
}

class SendFirst {
 public:
  SendFirst(FunctionContext& context, const ProgramRequests& existing)
      : context_(context),
        existing_(existing),
        statements_(context.statements()),
        dependence_(context.dependence()),
        legality_(statements_, dependence_, context.summaries, context.evolution(),
                  context.settings) {}

  llvm::SmallVector<LateReceive, 2> run() {
    llvm::SmallVector<llvm::CallInst*, 8> receives;
    for (llvm::Instruction& instruction : llvm::instructions(context_.function))
      if (llvm::CallInst* call = message_started_by(instruction))
        if (!started_operation(*call)->is_send() && !existing_.orders_ranks(*call))
          receives.push_back(call);
    llvm::SmallVector<LateReceive, 2> late;
    // The last one first: receives keep their order.
    for (llvm::CallInst* receive : llvm::reverse(receives))
      if (const auto moved = move(*receive)) late.push_back(*moved);
    return late;
  }

 private:
  /// In C: Fortran's calls write error codes, whose order may count.
  static llvm::CallInst* message_started_by(llvm::Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && starts_message(*call) && !is_fortran(*call) ? call : nullptr;
  }

  std::optional<LateReceive> move(llvm::CallInst& receive) const {
    CallPair pair;
    pair.initiation = &receive;
    pair.is_programs_own = true;
    const Accesses started = *existing_.started_by(receive);
    if (!context_.settings.always && leaves_at_once(started)) return std::nullopt;
    // While the receive is pending, the program does not touch its buffer.
    pair.flight = {request_access(started)};
    LateReceive late{&receive, receive.getNextNode()};
    llvm::Instruction* target = nullptr;
    llvm::SmallVector<Statement, 4> prepares;  ///< statements since the last send
    unsigned crossed = 0;
    for (llvm::Instruction* position = late.from;;) {
      const Statement statement = statements_.beginning_at(*position);
      if (statement.is_end()) break;
      position = SeseRegions::behind(statement);
      ++crossed;
      if (llvm::CallInst* send = send_started_by(statement)) {
        if (!may_pass(pair, *send, prepares)) break;
        prepares.clear();
        target = position;
        late.send = send;
        late.crossed = crossed;
        continue;
      }
      if (legality_.judge(statement, {&receive}, pair, Direction::Down, {}).verdict !=
          Verdict::Cross)
        break;
      prepares.push_back(statement);
    }
    if (target == nullptr) return std::nullopt;
    receive.moveBefore(target);
    remark_sent_first(late, context_.emitter);
    return late;
  }

  static llvm::CallInst* send_started_by(const Statement& statement) {
    llvm::CallInst* call =
        statement.is_region() ? nullptr : message_started_by(*statement.instruction);
    return call != nullptr && started_operation(*call)->is_send() ? call : nullptr;
  }

  /// Whether the send uses another request, and what is in between takes no time that the message
  /// could use: it prepares the send, or is short.
  bool may_pass(const CallPair& pair, const llvm::CallInst& send,
                llvm::ArrayRef<Statement> between) const {
    const Accesses started = *existing_.started_by(send);
    const auto is_apart = [&](const Access& access) {
      return dependence_.apart(access, pair.flight.front());
    };
    return llvm::all_of(started, is_apart) && !existing_.orders_ranks(send) &&
           llvm::all_of(between, [&](const Statement& statement) {
             return context_.settings.always || !takes_time(statement) ||
                    prepares(statement, started);
           });
  }

  /// A loop, or a call of the program.
  bool takes_time(const Statement& statement) const {
    const auto is_loop = [&](llvm::BasicBlock* block) {
      return statements_.loops().isLoopHeader(block);
    };
    const auto calls = [](const llvm::Instruction* instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
      return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic;
    };
    return llvm::any_of(statement.blocks, is_loop) || llvm::any_of(statement.instructions(), calls);
  }

  bool prepares(const Statement& statement, const Accesses& send) const {
    return llvm::any_of(statement.instructions(), [&](const llvm::Instruction* instruction) {
      return dependence_.disturbed(*instruction, send) != nullptr;
    });
  }

  FunctionContext& context_;
  const ProgramRequests& existing_;
  const SeseRegions statements_;
  const Dependence dependence_;
  const Legality legality_;
};

}  // namespace

llvm::SmallVector<LateReceive, 2> send_first(FunctionContext& context,
                                             const ProgramRequests& existing) {
  return SendFirst(context, existing).run();
}

}  // namespace bamboo::overlap
