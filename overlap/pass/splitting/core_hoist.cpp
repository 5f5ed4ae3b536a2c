// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/core_hoist.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "effects/library_functions.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/operations/pending_messages.h"
#include "regions/data_movement.h"
#include "regions/reachability.h"

namespace bamboo::overlap {
namespace {

/// The most blocks that are examined, which limits the compile time.
constexpr size_t most_blocks = 400;
/// The limit for all attempts for one nest, in blocks and instructions.
constexpr size_t most_steps = 50'000;

}  // namespace

CoreHoistFinder::CoreHoistFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                                 const Dependence& dependence, const Summaries& summaries,
                                 llvm::ArrayRef<CallPair*> pairs, llvm::ArrayRef<SplitNest> earlier,
                                 const LoopNest& nest, size_t& effort)
    : function_(function),
      dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
      pairs_(pairs),
      earlier_(earlier),
      post_dominators_(analyses.getResult<llvm::PostDominatorTreeAnalysis>(function)),
      behind_(post_dominators_, failure_ways(pairs)),
      loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
      evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
      dependence_(dependence),
      summaries_(summaries),
      nest_(nest),
      effort_(effort),
      left_(most_steps) {
  for (const CallPair* pair : pairs) {
    halves_.try_emplace(pair->initiation, pair);
    halves_.try_emplace(pair->completion, pair);
    if (pair->completion == nullptr || !brings_data(*pair)) continue;
    completing_.insert(pair->completion->getParent());
    completions_.try_emplace(pair->completion, completions_.size());
  }
}

bool CoreHoistFinder::brings_data(const CallPair& pair) {
  return pair.is_asked || llvm::any_of(pair.flight, [](const Access& access) {
           return access.written && is_buffer(access.role);
         });
}

bool CoreHoistFinder::refuse(const llvm::Instruction& instruction, Refusal why) {
  stop_ = {instruction.getDebugLoc(), std::move(why)};
  return false;
}

const CallPair* CoreHoistFinder::pair_of(const llvm::Instruction& call) const {
  return halves_.lookup(&call);
}

bool CoreHoistFinder::is_completion(const llvm::Instruction& instruction) const {
  return completions_.contains(&instruction);
}

/// Tries the nearest places first, because an obstacle for one place is an obstacle for all places
/// that are farther away. Skips places from which no more completions are passed than from the best
/// one.
std::optional<CoreHoist> CoreHoistFinder::find(Stop& stop) {
  llvm::BasicBlock* before = nest_.statement.before;
  const llvm::Loop* loop = loops_.getLoopFor(before);
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallBitVector> passed;  // completions, by block
  const bool may_look = !Summaries::may_circle(function_, loops_) && spend(function_.size() / 16);
  for (llvm::BasicBlock* block : llvm::post_order(&function_)) {
    if (!may_look || !may_go_on()) break;
    llvm::SmallBitVector ahead(halves_.size());
    bool is_on_a_way = block == before, is_blocked = false;
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      const auto found = passed.find(next);
      if (block == before || found == passed.end() || next == next_iteration()) continue;
      is_on_a_way = true;
      is_blocked |= blocked_.contains(next);
      ahead |= found->second;
    }
    if (!is_on_a_way) continue;
    const llvm::SmallBitVector own = completions_in(*block);
    llvm::SmallBitVector all = ahead;
    all |= own;
    passed[block] = all;
    if (is_blocked)
      blocked_.insert(block);
    else if (all.count() >= fewest() && loops_.getLoopFor(block) == loop &&
             behind_.dominates(before, block))
      try_from(*block, ahead.count() >= fewest());
  }
  if (!may_go_on()) refuse(*before->getTerminator(), Reason::function_too_large);
  stop = !may_go_on() || distance_ == SIZE_MAX ? stop_ : nearest_;
  return std::move(best_);
}

/// The completions that a better place would pass. Pieces should not begin in a conditional.
unsigned CoreHoistFinder::fewest() const {
  return best_ ? best_->completions + (best_->is_staged && best_->is_conditional ? 0 : 1) : 1;
}

/// The indices of the completions in the block.
llvm::SmallBitVector CoreHoistFinder::completions_in(const llvm::BasicBlock& block) const {
  llvm::SmallBitVector found(halves_.size());
  if (completing_.contains(&block))
    for (const auto& [call, number] : completions_)
      if (call->getParent() == &block) found.set(number);
  return found;
}

/// The block that paths to the nest must not enter, because all values differ there.
const llvm::BasicBlock* CoreHoistFinder::next_iteration() const {
  const llvm::Loop* around = loops_.getLoopFor(nest_.statement.before);
  return around == nullptr ? nullptr : around->getHeader();
}

/// Returns false if the effort for this nest or for the function is used up. It bounds compile
/// time.
bool CoreHoistFinder::spend(size_t steps) {
  effort_ -= std::min(effort_, steps);
  left_ -= std::min(left_, steps);
  return may_go_on();
}

/// All blocks on the paths from `from` to the nest; the last one before the nest comes first.
bool CoreHoistFinder::collect_blocks(llvm::BasicBlock& from,
                                     llvm::SmallVectorImpl<llvm::BasicBlock*>& blocks) {
  llvm::BasicBlock* before = nest_.statement.before;
  if (&from == before) return true;
  if (before == next_iteration()) return false;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen = {before};
  blocks.push_back(before);
  llvm::SmallVector<llvm::BasicBlock*, 16> open;
  open.append(successors_without(now_.failures, from));
  while (!open.empty()) {
    llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (block == &from || block == next_iteration() || blocks.size() > most_blocks || !spend(1))
      return false;
    blocks.push_back(block);
    open.append(successors_without(now_.failures, *block));
  }
  return true;
}

/// Tries the end of the block, if a core passes something from there, and each completion in it.
void CoreHoistFinder::try_from(llvm::BasicBlock& block, bool from_its_end) {
  if (from_its_end) try_from(*block.getTerminator());
  if (!completing_.contains(&block)) return;
  for (llvm::Instruction& instruction : llvm::reverse(block))
    if (is_completion(instruction)) try_from(instruction);
}

/// Examines the code from `start` to the end of its block, then all blocks up to the nest.
void CoreHoistFinder::try_from(llvm::Instruction& start) {
  now_ = {};
  now_.start = &start;
  now_.failures = failure_ways_behind(start, pairs_, dominators_);
  leave_out_rests();
  now_.is_conditional = !dominators_.dominates(start.getParent(), nest_.statement.before);
  llvm::Instruction* last = nest_.statement.before->getTerminator();
  llvm::SmallVector<llvm::BasicBlock*, 16> blocks;
  if (!always_behind(*last, start) || !collect_blocks(*start.getParent(), blocks)) return;
  for (llvm::Instruction* i = &start; i != nullptr; i = i->getNextNode())
    if (i != last) now_.members.push_back(i);
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      if (&instruction != last) now_.members.push_back(&instruction);
  const size_t distance = now_.members.size();
  if (!spend(distance)) return;
  if (!may_pass(blocks)) {
    if (distance < distance_) nearest_ = stop_;
    distance_ = std::min(distance_, distance);
    return;
  }
  const bool is_more = !best_ || best_->completions < now_.completions;
  if (is_more || (now_.completions >= fewest() && !now_.is_conditional)) best_ = std::move(now_);
}

bool CoreHoistFinder::may_pass(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  members_.clear();
  members_.insert(now_.members.begin(), now_.members.end());
  const auto block_when_not = [&](bool good, const llvm::BasicBlock* block) {
    if (!good) blocked_.insert(block);
    return good;
  };
  return llvm::all_of(
             blocks,
             [&](const llvm::BasicBlock* block) { return block_when_not(ends(*block), block); }) &&
         llvm::all_of(now_.members,
                      [&](llvm::Instruction* member) {
                        return block_when_not(include(*member), member->getParent());
                      }) &&
         pass_rests(blocks) && requests_stay() && find_recomputed() && find_slice();
}

/// The core may pass the rest of an earlier nest where the core of that nest has run before it.
void CoreHoistFinder::leave_out_rests() {
  for (const SplitNest& one : earlier_) {
    const llvm::BasicBlock* rest = one.rest->getParent();
    if (one.has_known_rest() && dominators_.dominates(one.tail(), now_.start->getParent()) &&
        dominators_.dominates(rest, nest_.statement.before))
      now_.failures[rest->getTerminator()] = 0;
  }
}

/// The library knows which iterations the rests have, and what these access.
bool CoreHoistFinder::pass_rests(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  for (const SplitNest& one : earlier_) {
    if (!llvm::is_contained(blocks, one.rest->getParent())) continue;
    if (now_.is_staged || nest_.is_by_rows()) return refuse(*one.rest, Reason::split_nest_between);
    now_.rests.push_back(&one);
    const size_t before = now_.in_rests.size();
    for (llvm::BasicBlock* block : one.rest_blocks)
      for (llvm::Instruction& instruction : *block) now_.in_rests.push_back(&instruction);
    const llvm::ArrayRef<llvm::Instruction*> own = llvm::ArrayRef(now_.in_rests).drop_front(before);
    if (!spend(own.size())) return false;
    if (llvm::any_of(own, [&](const llvm::Instruction* inside) { return meets_nest(*inside); }))
      now_.touches.push_back({.where = one.rest, .written = true, .passed = one.plan});
  }
  // These are in their order in the program.
  llvm::sort(now_.rests, [&](const SplitNest* a, const SplitNest* b) {
    return a != b && dominators_.dominates(a->rest->getParent(), b->rest->getParent());
  });
  return true;
}

bool CoreHoistFinder::ends(const llvm::BasicBlock& block) {
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  if (loop == nullptr || loop->getHeader() != &block || loop->contains(nest_.statement.before))
    return true;
  const auto is_over_rest = [](const llvm::Instruction& one) {
    return calls(&one, SplitCall::rest);
  };
  if (now_.failures.contains(block.getTerminator())) return true;  // the rest of an earlier nest
  if (llvm::any_of(block, is_over_rest)) {
    stop_ = {loop->getSubLoops().front()->getStartLoc(), Reason::split_nest_between};
    return false;
  }
  return summaries_.is_finite(*loop, evolution_) || refuse(block.front(), Reason::endless_loop);
}

bool CoreHoistFinder::include(llvm::Instruction& instruction) {
  if (const CallPair* pair = pair_of(instruction)) return include_half(instruction, *pair);
  if (llvm::isa<llvm::AllocaInst>(instruction)) return refuse(instruction, Reason::stack_changes);
  if (const Obstacle obstacle = summaries_.obstacle(instruction); !may_be_passed(obstacle))
    return refuse(instruction, reason_of(obstacle));
  if (!meets_nest(instruction)) return true;
  if (computes_as_much(instruction)) return refuse(instruction, Reason::computation_between);
  return add_touches(instruction);
}

bool CoreHoistFinder::include_half(llvm::Instruction& call, const CallPair& pair) {
  if (pair.orders_ranks) return refuse(call, Reason::half_orders_ranks);
  if (pair.initiation == &call && !may_start_behind(call, pair))
    return refuse(call, Reason::starts_for_others);
  if (is_completion(call)) ++now_.completions;
  if (pair.is_asked) return include_asked(call);
  return llvm::all_of(pair.flight, [&](const Access& access) {
    return add_flight(call, access, pair.completion == &call);
  });
}

/// A receive sends nothing that another rank waits for, but a send does: so the core runs in pieces
/// while the completions before it wait.
bool CoreHoistFinder::may_start_behind(const llvm::Instruction& call, const CallPair& pair) {
  if (!starts_message(llvm::cast<llvm::CallBase>(call)) || pair.operation == nullptr) return false;
  now_.is_staged |= pair.operation->is_send();
  return true;
}

/// The completion empties the list of posted messages: the only path to it is from `start`.
bool CoreHoistFinder::include_asked(llvm::Instruction& call) {
  if (!dominators_.dominates(now_.start, &call) && now_.start != &call)
    return refuse(call, Reason::conditional_completion);
  const Completion completes = *completion_of(llvm::cast<llvm::CallBase>(call));
  now_.touches.push_back({&call, const_cast<llvm::Value*>(completes.requests),
                          const_cast<llvm::Value*>(completes.count), 0, nullptr, true,
                          const_cast<llvm::Value*>(completes.status)});
  return true;
}

/// Whether the library is asked about the same requests there: nothing on the path to such a
/// completion starts an operation of the program or writes a request.
bool CoreHoistFinder::requests_stay() {
  for (const RuntimeCheck& touch : now_.touches) {
    if (touch.status == nullptr) continue;
    const Access requests{llvm::MemoryLocation::getBeforeOrAfter(touch.pointer), false,
                          AccessRole::Request, true};
    for (const llvm::Instruction* member :
         llvm::concat<llvm::Instruction*>(now_.members, now_.in_rests)) {
      const CallPair* pair = pair_of(*member);
      const bool changes = pair == nullptr ? dependence_.conflicts(*member, requests)
                                           : pair->is_programs_own && pair->initiation == member;
      if (changes && may_precede(*member, *touch.where, *now_.start->getParent()))
        return refuse(*member, Reason::requests_change);
    }
  }
  return true;
}

bool CoreHoistFinder::add_flight(llvm::Instruction& call, const Access& access, bool completes) {
  const bool is_apart = llvm::all_of(nest_.accesses, [&](const NestAccess& own) {
    return (!access.written && !own.written) || dependence_.apart(access, own.anywhere());
  });
  if (is_apart) return true;
  const auto is_known = [&](const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction == nullptr || dominators_.dominates(instruction, &call);
  };
  llvm::Value* pointer = access.pointer_at(completes);
  llvm::Value* count = access.count_at(completes);
  llvm::Value* type = access.type_at(completes);
  if (count == nullptr || access.any_instance || !is_known(pointer) || !is_known(count) ||
      (type != nullptr && !is_known(type)))
    return refuse(call, Refusal(Reason::unknown_bounds, "", access.role));
  now_.touches.push_back({&call, pointer, count, access.element, type, access.written});
  return true;
}

bool CoreHoistFinder::meets_nest(const llvm::Instruction& instruction) {
  const auto [known, is_new] = meetings_.try_emplace(&instruction, false);
  if (is_new)
    known->second = llvm::any_of(nest_.accesses, [&](const NestAccess& own) {
      return dependence_.conflicts(instruction, own.anywhere());
    });
  return known->second;
}

/// Inspecting such loops takes as long as the nest itself. A loop over the messages is not such a
/// loop, and unpacking covers only a part of the nest's array.
bool CoreHoistFinder::computes_as_much(const llvm::Instruction& instruction) const {
  const llvm::Loop* around = loops_.getLoopFor(nest_.statement.before);
  const llvm::Loop* whole = nullptr;
  unsigned depth = 0;
  for (const llvm::Loop* loop = loops_.getLoopFor(instruction.getParent()); loop != around;
       loop = loop->getParentLoop()) {
    if (llvm::any_of(completing_, [&](const auto* block) { return loop->contains(block); })) break;
    whole = loop;
    ++depth;
  }
  return whole != nullptr && depth >= nest_.depth() && !only_moves_data(whole->getBlocks());
}

bool CoreHoistFinder::add_touches(llvm::Instruction& instruction) {
  auto& touches = now_.touches;
  if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    touches.push_back({copy, copy->getRawDest(), copy->getLength(), 1, nullptr, true});
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy))
      touches.push_back({copy, transfer->getRawSource(), copy->getLength(), 1, nullptr, false});
    return true;
  }
  llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return refuse(instruction, Reason::may_touch_nest);
  const llvm::TypeSize size =
      instruction.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&instruction));
  if (size.isScalable()) return refuse(instruction, Reason::may_touch_nest);
  touches.push_back({&instruction, pointer, nullptr, size.getFixedValue(), nullptr,
                     instruction.mayWriteToMemory()});
  return true;
}

}  // namespace bamboo::overlap
