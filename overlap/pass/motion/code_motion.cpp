// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/code_motion.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <functional>

#include "pass/completions/early_exits.h"
#include "pass/completions/null_request.h"
#include "pass/completions/request_count.h"

namespace bamboo::overlap {
namespace {

bool calls_mpi(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && is_mpi_function(*callee);
}

/// A statement that takes time: no half of an operation, and not only an address or a value.
bool computes(const Statement& statement) {
  const auto instructions = statement.instructions();
  if (llvm::any_of(instructions, [](const auto* one) { return calls_mpi(*one); })) return false;
  return statement.is_region() ? !statement.blocks.empty()
                               : statement.instruction->mayWriteToMemory();
}

/// Whether the statement precedes a conditional that another operation's completion has left.
bool resets_request(const Statement& statement, llvm::ArrayRef<CallPair*> others) {
  return llvm::any_of(others, [&](const CallPair* other) {
    return other->conditional_exit.reset != nullptr &&
           other->conditional_exit.reset == statement.instruction;
  });
}

/// A loop, or a call of MPI or of the program, which is not a cleanup.
bool takes_time(const Statement& statement, const llvm::LoopInfo& loops) {
  const auto is_loop = [&](llvm::BasicBlock* block) { return loops.isLoopHeader(block); };
  const auto calls_it = [](const llvm::Instruction* instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return calls_mpi(*instruction) || (callee != nullptr && !callee->isDeclaration());
  };
  return llvm::any_of(statement.blocks, is_loop) ||
         llvm::any_of(statement.instructions(), calls_it);
}

/// The instructions that may be executed in the structure behind the beginning of `arm`.
llvm::SmallPtrSet<llvm::BasicBlock*, 8> reachable_in(const Statement& structure,
                                                     llvm::BasicBlock& arm) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> found = {&arm};
  llvm::SmallVector<llvm::BasicBlock*, 8> open = {&arm};
  while (!open.empty())
    for (llvm::BasicBlock* next : llvm::successors(open.pop_back_val()))
      if (next != structure.behind && found.insert(next).second) open.push_back(next);
  return found;
}

}  // namespace

/// The path out of the conditional that ends with `end`, for a completion that may also be executed
/// on the other paths. Statements that move with it may not. `why` gets the reason if the path is
/// refused.
Statement CodeMotion::path_out(const llvm::Instruction& end, const Group& group,
                               const CallPair& pair, Refusal& why) const {
  if (!legality_.conditionals()) return {};
  Statement found = statements_.path_out(*const_cast<llvm::BasicBlock*>(end.getParent()));
  if (found.is_end()) return {};
  const auto why_not = [&]() -> std::optional<Reason> {
    if (group.size() > 1) return Reason::attached_to_completion;
    if (!pair.is_programs_own) return why_not_for_null_request(pair);
    return why_not_to_leave(*pair.completion, *statements_.branch_to(*found.before, *found.behind),
                            statements_.dominators());
  };
  const std::optional<Reason> cause = why_not();
  if (!cause) return found;
  why = Reason::conditional_ends;
  why.cause = cause;
  return {};
}

void CodeMotion::note(const Statement& left, ConditionalExit& out) const {
  if (out.from == nullptr) out.from = SeseRegions::start(left);
  out.branch = statements_.branch_to(*out.from->getParent(), *left.behind);
  out.left.push_back(statements_.branch_to(*left.before, *left.behind)->getDebugLoc());
}

/// Whether computation follows before anything else starts. A loop that cannot be passed may be
/// split.
bool CodeMotion::precedes_computation(llvm::Instruction& first,
                                      llvm::ArrayRef<CallPair*> others) const {
  llvm::Instruction* position = &first;
  while (true) {
    const Statement statement = statements_.beginning_at(*position);
    if (statement.is_end()) return false;
    if (computes(statement)) return true;
    for (const llvm::Instruction* instruction : statement.instructions())
      if (calls_mpi(*instruction) && llvm::none_of(others, [&](const CallPair* other) {
            return other->completion == instruction;
          }))
        return false;
    position = SeseRegions::behind(statement);
  }
}

void CodeMotion::sink(CallPair& pair, llvm::ArrayRef<CallPair*> others) const {
  Walk walk = this->walk(pair, others, Direction::Down, *pair.completion->getNextNode(), true);
  take(walk, pair, Direction::Down);
  pair.conditional_exit = walk.now.out;
  while (pass_early_exits(pair, others)) {
  }
}

void CodeMotion::hoist(CallPair& pair, llvm::ArrayRef<CallPair*> others) const {
  take(walk(pair, others, Direction::Up, *pair.initiation, false), pair, Direction::Up);
}

CodeMotion::Walk CodeMotion::walk(const CallPair& pair, llvm::ArrayRef<CallPair*> others,
                                  Direction direction, llvm::Instruction& start,
                                  bool may_leave) const {
  const bool down = direction == Direction::Down;
  Walk walk;
  Group& group = walk.group;
  Progress& now = walk.now;
  group = {down ? pair.completion : pair.initiation};
  // Passing an operation that needs a comparison is worth it if computation follows.
  std::optional<Progress> before_comparing;
  llvm::Instruction* position = &start;
  while (true) {
    Statement statement =
        down ? statements_.beginning_at(*position) : statements_.ending_before(*position);
    Refusal why = down ? Reason::structure_ends : Reason::structure_begins;
    if (!down && may_leave && statement.is_end())
      if (llvm::BranchInst* branch = branch_above(*position, pair, others, why)) {
        group.push_back(branch);
        position = branch;
        continue;
      }
    const bool leaves = down && may_leave && statement.is_end();
    if (leaves) statement = path_out(*position, group, pair, why);
    const bool is_end = statement.is_end() ||
                        (!down && llvm::isa_and_nonnull<llvm::AllocaInst>(statement.instruction));
    const auto [verdict, refusal] =
        is_end ? Judgement{Verdict::Stop, why}
               : legality_.judge(statement, group, pair, direction, others);
    if (verdict == Verdict::Stop) {
      walk.stop = {(is_end ? position : SeseRegions::start(statement))->getDebugLoc(), refusal};
      break;
    }
    position = down ? SeseRegions::behind(statement) : SeseRegions::start(statement);
    if (verdict == Verdict::Attach) {
      if (group.size() == 1) walk.first_attached = {statement.instruction->getDebugLoc(), refusal};
      group.push_back(statement.instruction);
      continue;
    }
    if (verdict == Verdict::Compare && !before_comparing) before_comparing = now;
    if (computes(statement) && !resets_request(statement, others)) {
      before_comparing.reset();
      now.computes = true;
    }
    if (leaves) note(statement, now.out);
    now.target = position;
    now.moving = group.size();
    const bool is_passed = !leaves || !statement.blocks.empty();
    now.proof.crossed += is_passed ? 1 : 0;
    now.proof.structures += is_passed && statement.is_region() ? 1 : 0;
  }
  walk.end = position;
  if (before_comparing && !(down && precedes_computation(*now.target, others)))
    now = *before_comparing;
  return walk;
}

void CodeMotion::take(const Walk& walk, CallPair& pair, Direction direction) {
  const bool down = direction == Direction::Down;
  const Progress& now = walk.now;
  (down ? pair.below : pair.above) = walk.stop;
  if (down) pair.first_attached = walk.first_attached;
  if (now.target == nullptr) return;
  // A group that moves up was collected from the last statement to the first.
  for (size_t i = 0; i < now.moving; ++i)
    walk.group[down ? i : now.moving - 1 - i]->moveBefore(now.target);
  pair.proof.crossed += now.proof.crossed;
  pair.proof.structures += now.proof.structures;
  pair.proof.attached += now.moving - 1;
}

/// Returns the branch into the plain conditional that begins at `first`, for an initiation whose
/// completion has left it. Before it reaches the branch, the initiation also passes the
/// conditional's other paths; on its own path the completion has passed the statements after it.
llvm::BranchInst* CodeMotion::branch_above(llvm::Instruction& first, const CallPair& pair,
                                           llvm::ArrayRef<CallPair*> others, Refusal& why) const {
  const llvm::DominatorTree& dominators = statements_.dominators();
  llvm::BasicBlock& arm = *first.getParent();
  llvm::BasicBlock* above = arm.getSinglePredecessor();
  if (above == nullptr || !is_conditional_branch(*above->getTerminator()) ||
      llvm::isa<llvm::PHINode>(arm.front()) ||
      !dominators.dominates(pair.conditional_exit.branch->getParent(), above))
    return nullptr;
  const Statement whole = statements_.beginning_at(*above->getTerminator());
  if (whole.is_end() || llvm::is_contained(whole.blocks, pair.completion->getParent()) ||
      statements_.loops().getLoopFor(&arm) != statements_.loops().getLoopFor(above))
    return nullptr;
  if (const auto endless = legality_.why_endless(whole)) {
    why = *endless;
    return nullptr;
  }
  const llvm::SmallPtrSet<llvm::BasicBlock*, 8> own_way = reachable_in(whole, arm);
  for (llvm::BasicBlock* block : whole.blocks) {
    if (own_way.contains(block)) continue;
    for (const llvm::Instruction& instruction : *block) {
      if (legality_.may_stay(instruction, pair, others)) continue;
      why = Refusal(Reason::other_path_of_conditional, named(instruction));
      return nullptr;
    }
  }
  return llvm::cast<llvm::BranchInst>(above->getTerminator());
}

std::optional<HoistPath> CodeMotion::hoist_path(CallPair& pair,
                                                llvm::ArrayRef<CallPair*> others) const {
  if (pair.conditional_exit.from == nullptr || pair.initiation == nullptr || pair.is_programs_own ||
      !pair.initiation->use_empty())
    return {};
  Walk walk = this->walk(pair, others, Direction::Up, *pair.initiation, true);
  const Progress& now = walk.now;
  const auto is_branch = [](const auto* one) { return one->isTerminator(); };
  if (llvm::any_of(walk.group, is_branch)) pair.above = walk.stop;
  HoistPath way{
      now.target, {walk.group.begin(), walk.group.begin() + now.moving}, now.proof, walk.stop};
  if (!now.computes || way.outermost() == nullptr) return {};
  way.proof.attached = llvm::count_if(llvm::drop_begin(way.members), std::not_fn(is_branch));
  return way;
}

/// Whether the paths after the branch join, if at all, only where no computation follows: at the
/// end of the function or of the iteration.
bool CodeMotion::is_last(llvm::Instruction& branch) const {
  llvm::Instruction* position = &branch;
  while (true) {
    Statement statement = statements_.beginning_at(*position);
    if (statement.is_end()) statement = statements_.path_out(*position->getParent());
    if (statement.is_end()) return true;
    if (position != &branch && takes_time(statement, statements_.loops())) return false;
    position = SeseRegions::behind(statement);
  }
}

/// Continues after branches whose paths do not join, on one of the paths, if it passes computation
/// there. A nest on that path may be split from before the branches, as from before its own guards.
bool CodeMotion::pass_early_exits(CallPair& pair, llvm::ArrayRef<CallPair*> others) const {
  if (!legality_.conditionals() || pair.is_programs_own || pair.conditional_exit.from != nullptr)
    return false;
  llvm::SmallVector<EarlyExit, 1> passed;
  Proof proof;
  llvm::Instruction* branch = pair.completion->getNextNode();
  while (is_conditional_branch(*branch)) {
    llvm::BasicBlock* on =
        continuing_successor(*branch->getParent(), statements_.dominators(), statements_.loops());
    if (on == nullptr || !is_last(*branch)) return false;
    passed.push_back({branch, on, {}, pair.proof, pair.below});
    Walk behind = walk(pair, others, Direction::Down, *on->getFirstInsertionPt(), false);
    proof.crossed += behind.now.proof.crossed;
    proof.structures += behind.now.proof.structures;
    if (!behind.now.computes && behind.group.size() == 1) {
      branch = behind.end;
      continue;
    }
    if (!behind.now.computes) return false;
    if (const auto why = why_not_duplicated(pair)) {
      pair.below.refusal->not_at_exits = why;
      return false;
    }
    behind.now.proof = proof;
    take(behind, pair, Direction::Down);
    pair.early_exits.append(passed);
    return true;
  }
  return false;
}

}  // namespace bamboo::overlap
