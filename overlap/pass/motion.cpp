// SPDX-License-Identifier: Apache-2.0
#include "motion.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IntrinsicInst.h>

namespace bamboo::overlap {
namespace {

bool uses(const llvm::Instruction& user, const llvm::Instruction& value) {
  return llvm::is_contained(user.operand_values(), &value);
}

std::string named(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    return callee == nullptr ? "a call through a pointer"
                             : ("the call of '" + callee->getName() + "'").str();
  }
  return ("a '" + llvm::StringRef(instruction.getOpcodeName()) + "'").str();
}

}  // namespace

bool Motion::may_attach(const llvm::Instruction& instruction) const {
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction) ||
      llvm::isa<llvm::AllocaInst>(instruction))
    return false;
  const Obstacle obstacle = summaries_.obstacle(instruction);
  return obstacle == Obstacle::none || obstacle == Obstacle::output;
}

bool Motion::depends(const llvm::Instruction& instruction, const Group& group, const Pair& pair,
                     Direction direction, std::string& reason) const {
  if (const Access* access = dependence_.disturbed(instruction, pair.flight)) {
    reason = named(instruction) + " may touch the " + access->what;
    return true;
  }
  if (pair.orders_ranks && !dependence_.is_private(instruction)) {
    reason = named(instruction) + " touches memory that other ranks may share";
    return true;
  }
  for (const llvm::Instruction* moving : group) {
    const bool needed =
        direction == Direction::down ? uses(instruction, *moving) : uses(*moving, instruction);
    const bool is_half = moving == pair.initiation || moving == pair.completion;
    if (needed || (!is_half && dependence_.ordered(instruction, *moving))) {
      reason = named(instruction) + (is_half ? " belongs to the operation"
                                             : " is ordered with a statement that moves along");
      return true;
    }
  }
  return false;
}

bool Motion::ends(const Statement& structure, std::string& reason) const {
  for (llvm::BasicBlock* block : structure.blocks) {
    const llvm::Loop* loop = statements_.loops().getLoopFor(block);
    if (loop != nullptr && loop->getHeader() == block && !summaries_.is_finite(*loop, evolution_)) {
      reason = "a loop that may not end";
      return false;
    }
  }
  return true;
}

/// Two operations of this function, both in halves: an initiation is a local call, and everything
/// that was started makes progress inside of every completion. So neither order of a completion and
/// the initiation of another one can block; initiations keep their order among themselves, because
/// it decides which message goes where.
bool Motion::passes_other_half(const llvm::Instruction& call, const Pair& pair,
                               llvm::ArrayRef<Pair*> others, Direction direction) const {
  if (level_ != Level::beyond) return false;
  for (const Pair* other : others) {
    if (other == &pair) continue;
    const bool meets =
        direction == Direction::down ? other->initiation == &call : other->completion == &call;
    if (!meets) continue;
    for (const Access& access : other->flight)
      for (const Access& own : pair.flight)
        if ((access.written || own.written) && !dependence_.apart(access, own)) return false;
    return true;
  }
  return false;
}

Motion::Verdict Motion::judge(const Statement& statement, const Group& group, const Pair& pair,
                              Direction direction, llvm::ArrayRef<Pair*> others,
                              std::string& reason) const {
  if (statement.is_structure() && !ends(statement, reason)) return Verdict::stop;
  bool attach = false;
  for (const llvm::Instruction* instruction : statement.instructions()) {
    if (!statement.is_structure() && group.size() == 1 &&
        passes_other_half(*instruction, pair, others, direction))
      return Verdict::cross;
    const Obstacle obstacle = summaries_.obstacle(*instruction);
    if (obstacle > Obstacle::output) {
      reason = (named(*instruction) + ": " + describe(obstacle)).str();
      return Verdict::stop;
    }
    if (obstacle == Obstacle::output) {
      reason = named(*instruction) + " is seen from outside";
      attach = true;
    } else if (depends(*instruction, group, pair, direction, reason)) {
      attach = true;
    }
    if (attach && (level_ == Level::basic || statement.is_structure() || !may_attach(*instruction)))
      return Verdict::stop;
  }
  return attach ? Verdict::attach : Verdict::cross;
}

void Motion::sink(Pair& pair, llvm::ArrayRef<Pair*> others) const {
  Group group = {pair.completion};
  size_t moving = 1;  // of the group: those that stand before the last statement that was passed
  llvm::Instruction* target = nullptr;
  Proof proof;
  llvm::Instruction* next = pair.completion->getNextNode();
  while (true) {
    const Statement statement = statements_.beginning_at(*next);
    if (statement.is_end()) {
      pair.below = {next->getDebugLoc(), "the control structure ends here"};
      break;
    }
    std::string reason;
    const Verdict verdict = judge(statement, group, pair, Direction::down, others, reason);
    if (verdict == Verdict::stop) {
      pair.below = {next->getDebugLoc(), reason};
      break;
    }
    next = Statements::behind(statement);
    if (verdict == Verdict::attach) {
      if (group.size() == 1) pair.first_attached = {statement.instruction->getDebugLoc(), reason};
      group.push_back(statement.instruction);
      continue;
    }
    target = next;
    moving = group.size();
    ++proof.crossed;
    proof.structures += statement.is_structure() ? 1 : 0;
  }
  if (target == nullptr) return;
  for (size_t i = 0; i < moving; ++i) group[i]->moveBefore(target);
  pair.proof.crossed += proof.crossed;
  pair.proof.structures += proof.structures;
  pair.proof.attached += moving - 1;
}

void Motion::hoist(Pair& pair, llvm::ArrayRef<Pair*> others) const {
  Group group = {pair.initiation};
  size_t moving = 1;
  llvm::Instruction* target = nullptr;
  Proof proof;
  llvm::Instruction* position = pair.initiation;
  while (true) {
    const Statement statement = statements_.ending_before(*position);
    if (statement.is_end() || llvm::isa_and_nonnull<llvm::AllocaInst>(statement.instruction)) {
      pair.above = {position->getDebugLoc(), "the control structure begins here"};
      break;
    }
    std::string reason;
    const Verdict verdict = judge(statement, group, pair, Direction::up, others, reason);
    if (verdict == Verdict::stop) {
      pair.above = {Statements::start(statement)->getDebugLoc(), reason};
      break;
    }
    position = Statements::start(statement);
    if (verdict == Verdict::attach) {
      group.push_back(statement.instruction);
      continue;
    }
    target = position;
    moving = group.size();
    ++proof.crossed;
    proof.structures += statement.is_structure() ? 1 : 0;
  }
  if (target == nullptr) return;
  // The group was found from the last to the first.
  for (size_t i = moving; i-- > 0;) group[i]->moveBefore(target);
  pair.proof.crossed += proof.crossed;
  pair.proof.structures += proof.structures;
  pair.proof.attached += moving - 1;
}

}  // namespace bamboo::overlap
