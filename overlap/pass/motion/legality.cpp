// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/legality.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include "pass/completions/alias_check.h"

namespace bamboo::overlap {
namespace {

bool uses(const llvm::Instruction& user, const llvm::Instruction& value) {
  return llvm::is_contained(user.operand_values(), &value);
}

bool is_send(const CallPair& pair) {
  return pair.operation != nullptr && pair.operation->is_send();
}

/// Whether the completion proves something about other ranks: the completion of a receive, a
/// collective, a synchronous send, or an unknown operation.
bool proves_about_others(const CallPair& pair) {
  return !is_send(pair) || pair.operation->name == "MPI_Ssend";
}

}  // namespace

bool Legality::may_attach(const llvm::Instruction& instruction) const {
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction) ||
      llvm::isa<llvm::AllocaInst>(instruction))
    return false;
  const Obstacle obstacle = summaries_.obstacle(instruction);
  return obstacle == Obstacle::None || obstacle == Obstacle::Output;
}

std::optional<Refusal> Legality::dependence(const llvm::Instruction& instruction,
                                            const Group& group, const CallPair& pair,
                                            Direction direction) const {
  // Alias analysis is not enough: any pointer in memory may refer to a variable whose address
  // escaped.
  if (llvm::is_contained(instruction.operand_values(), pair.request))
    return Refusal(Reason::prepares_request, named(instruction));
  if (const Access* access = dependence_.disturbed(instruction, pair.flight))
    return Refusal(Reason::touches_flight, named(instruction), access->role);
  if (pair.orders_ranks && !dependence_.is_private(instruction))
    return Refusal(Reason::touches_shared_memory, named(instruction));
  for (const llvm::Instruction* moving : group) {
    const bool needed =
        direction == Direction::Down ? uses(instruction, *moving) : uses(*moving, instruction);
    const bool is_half = moving == pair.initiation || moving == pair.completion;
    if (needed || (!is_half && dependence_.ordered(instruction, *moving)))
      return Refusal(is_half ? Reason::belongs_to_operation : Reason::ordered_with_attached,
                     named(instruction));
  }
  return std::nullopt;
}

std::optional<Refusal> Legality::why_endless(const Statement& structure) const {
  if (Summaries::may_circle(*structure.before->getParent(), statements_.loops()))
    return Reason::several_entries;
  for (llvm::BasicBlock* block : structure.blocks) {
    const llvm::Loop* loop = statements_.loops().getLoopFor(block);
    if (loop != nullptr && loop->getHeader() == block && !summaries_.is_finite(*loop, evolution_))
      return Reason::endless_loop;
  }
  return std::nullopt;
}

/// The completion of one operation and the initiation of another may be swapped: an initiation is
/// local, and every completion makes progress for all started operations, so neither order can
/// block. Initiations keep their order, because it determines how messages match. For the same
/// reason a send does not start before a completion that proves something about other ranks: a
/// receiver with a wildcard source may rely on it. Accesses that may overlap are compared at run
/// time.
std::optional<Reason> Legality::why_not_pass(const CallPair& completing, const CallPair& starting,
                                             bool& is_compared) const {
  if (completing.orders_ranks || starting.orders_ranks) return Reason::orders_ranks;
  if (starting.operation != nullptr && starting.operation->name == "MPI_Rsend")
    return Reason::ready_send;
  if (level_ != Level::Beyond && (completing.is_programs_own || starting.is_programs_own))
    return Reason::calls_mpi;
  const auto meetings = may_alias(completing, starting, dependence_);
  for (const auto& [access, other] : meetings)
    if (level_ != Level::Beyond || !may_check(completing, *access, starting, *other))
      return Reason::same_memory;
  if (!no_wildcards_ && proves_about_others(completing) &&
      (starting.operation == nullptr || is_send(starting)))
    return Reason::wildcard_receive;
  is_compared |= !meetings.empty();
  return std::nullopt;
}

/// Returns the operation that the call is a half of, if a half of `pair` may pass it.
const CallPair* Legality::other_half(const llvm::Instruction& call, const CallPair& pair,
                                     llvm::ArrayRef<CallPair*> others, Direction direction) {
  const bool down = direction == Direction::Down;
  const auto* found = llvm::find_if(others, [&](const CallPair* other) {
    return other != &pair && (down ? other->initiation : other->completion) == &call;
  });
  return found == others.end() ? nullptr : *found;
}

Judgement Legality::judge(const Statement& statement, const Group& group, const CallPair& pair,
                          Direction direction, llvm::ArrayRef<CallPair*> others) const {
  if (statement.is_region())
    if (const auto why = why_endless(statement)) return {Verdict::Stop, why};
  std::optional<Refusal> attached;
  bool is_compared = false;
  for (const llvm::Instruction* instruction : statement.instructions()) {
    // An initiation in a conditional is passed with it; completions have left it, or end the walk.
    const bool may_be_half =
        !statement.is_region() || (conditionals_ && direction == Direction::Down);
    const CallPair* other = may_be_half && group.size() == 1
                                ? other_half(*instruction, pair, others, direction)
                                : nullptr;
    if (other != nullptr) {
      const bool down = direction == Direction::Down;
      if (const auto why = why_not_pass(down ? pair : *other, down ? *other : pair, is_compared))
        return {Verdict::Stop, Refusal(*why, named(*instruction))};
      continue;
    }
    const Obstacle obstacle = summaries_.obstacle(*instruction);
    if (obstacle > Obstacle::Output)
      return {Verdict::Stop, Refusal(reason_of(obstacle), named(*instruction))};
    if (obstacle == Obstacle::Output)
      attached = Refusal(Reason::seen_from_outside, named(*instruction));
    else if (auto why = dependence(*instruction, group, pair, direction))
      attached = std::move(why);
    if (attached && (level_ == Level::Basic || statement.is_region() || !may_attach(*instruction)))
      return {Verdict::Stop, std::move(attached)};
  }
  if (attached) return {Verdict::Attach, std::move(attached)};
  return {is_compared ? Verdict::Compare : Verdict::Cross, std::nullopt};
}

bool Legality::may_stay(const llvm::Instruction& instruction, const CallPair& pair,
                        llvm::ArrayRef<CallPair*> others) const {
  bool is_compared = false;
  for (const CallPair* other : others) {
    if (other->completion == &instruction) return true;
    if (other->initiation == &instruction)
      return !why_not_pass(pair, *other, is_compared) && !is_compared;
  }
  return may_be_passed(summaries_.obstacle(instruction)) &&
         !llvm::is_contained(instruction.operand_values(), pair.request) &&
         dependence_.disturbed(instruction, pair.flight) == nullptr &&
         (!pair.orders_ranks || dependence_.is_private(instruction));
}

}  // namespace bamboo::overlap
