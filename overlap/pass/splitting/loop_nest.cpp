// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/loop_nest.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>

#include "effects/dependence.h"
#include "pass/splitting/row_reader.h"

namespace bamboo::overlap {
namespace {

bool is_inside(const llvm::Value* value, const Statement& statement) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && llvm::is_contained(statement.blocks, instruction->getParent());
}

bool touches_nothing(const llvm::Loop& loop) {
  return llvm::all_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [](const llvm::Instruction& instruction) {
      return !instruction.mayReadOrWriteMemory() ||
             llvm::isa<llvm::NoAliasScopeDeclInst>(instruction);
    });
  });
}

}  // namespace

bool LoopNest::is_by_rows() const {
  return llvm::any_of(accesses, [](const NestAccess& access) { return access.is_indirect; });
}

bool LoopNest::scatters() const {
  return llvm::any_of(
      accesses, [](const NestAccess& access) { return access.is_indirect && access.written; });
}

unsigned LoopNest::depth() const {
  unsigned deepest = 0;
  for (const NestLoop& one : loops) deepest = std::max(deepest, one.loop->getLoopDepth());
  return deepest - loops.front().loop->getLoopDepth() + 1;
}

llvm::SmallVector<const llvm::SCEV*, 32> LoopNest::expressions() const {
  llvm::SmallVector<const llvm::SCEV*, 32> all;
  for (const NestLoop& loop : loops)
    for (const llvm::SCEV* one : {loop.last, loop.reach})
      if (one != nullptr) all.push_back(one);
  for (const NestAccess& access : llvm::concat<const NestAccess>(accesses, read_again)) {
    if (access.gather) all.push_back(access.gather->base);
    if (access.is_indirect) continue;
    all.push_back(access.address);
    all.push_back(access.bytes);
    for (const auto& [loop, bytes] : access.strides) all.push_back(bytes);
  }
  for (const NoWrap& one : assumptions) {
    all.append(one.factors);
    all.push_back(one.last);
  }
  return all;
}

bool NestReader::refuse(const llvm::Instruction& instruction, Reason why) {
  if (!stop_.refusal) stop_ = {instruction.getDebugLoc(), why};
  return false;
}

llvm::Loop* NestReader::outermost(const Statement& statement) const {
  const llvm::Loop* around = loops_.getLoopFor(statement.before);
  llvm::SmallSetVector<llvm::Loop*, 4> all;
  for (llvm::BasicBlock* block : statement.blocks) {
    llvm::Loop* loop = loops_.getLoopFor(block);
    while (loop != nullptr && loop->getParentLoop() != around) loop = loop->getParentLoop();
    if (loop != nullptr) all.insert(loop);
  }
  // Loop unswitching leaves empty loops. They may run any number of times.
  if (all.size() > 1) all.remove_if([](const llvm::Loop* loop) { return touches_nothing(*loop); });
  return all.size() == 1 ? all.front() : nullptr;
}

std::optional<LoopNest> NestReader::read(const Statement& statement, Stop& stop) {
  nest_ = {};
  stop_ = {};
  predicates_.clear();
  nest_.statement = statement;
  outermost_ = outermost(statement);
  if (outermost_ == nullptr) return std::nullopt;
  bool good = ends(statement) && read_results(statement);
  if (good) add_loops(*outermost_, true);
  if (good && !nest_.loops.front().may_cut)
    good = refuse(outermost_->getHeader()->front(), Reason::nest_not_linear);
  for (llvm::Instruction* instruction : statement.instructions())
    if (good && instruction->getParent() != statement.behind) good = add_instruction(*instruction);
  if (good && nest_.accesses.empty())  // dead, but not removed yet
    good = refuse(outermost_->getHeader()->front(), Reason::nest_touches_nothing);
  if (good) describe_results();
  if (good && nest_.is_by_rows()) good = read_rows(nest_, loops_, evolution_, stop_);
  stop = stop_;
  if (!good) return std::nullopt;
  return std::move(nest_);
}

bool NestReader::ends(const Statement& statement) {
  for (llvm::BasicBlock* block : statement.blocks) {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop != nullptr && loop->getHeader() == block && !summaries_.is_finite(*loop, evolution_))
      return refuse(block->front(), Reason::nest_may_not_end);
  }
  return true;
}

/// Whether the parts of the nest compute the value.
bool NestReader::stays(const llvm::Value& value) const {
  return is_inside(&value, nest_.statement) &&
         !nest_.results.own.contains(llvm::cast<llvm::Instruction>(&value));
}

/// Whether code after the loop uses a value of the nest that it computes.
bool NestReader::has_results(const llvm::Loop& loop) const {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
      return stays(instruction) && llvm::any_of(instruction.users(), [&](const llvm::User* user) {
               return stays(*user) && !loop.contains(llvm::cast<llvm::Instruction>(user));
             });
    });
  });
}

bool NestReader::read_results(const Statement& statement) {
  auto found = find_results(statement, *outermost_, summaries_, stop_);
  if (found) nest_.results = std::move(*found);
  return found.has_value();
}

/// Adds loops in preorder. A loop may be cut if it contains all other loops and all effects.
void NestReader::add_loops(llvm::Loop& loop, bool may_cut) {
  bool is_assumed = false;
  const llvm::SCEV* last = last_iteration(loop, is_assumed);
  const bool cuts = may_cut && last != nullptr && is_cuttable(loop);
  NestLoop one{&loop, last, cuts, is_assumed};
  if (last == nullptr) bound(one);
  nest_.loops.push_back(one);
  const bool is_alone = loop.getSubLoops().size() == 1;
  for (llvm::Loop* inner : loop.getSubLoops())
    add_loops(*inner, may_cut && is_alone && !writes_outside(loop, *inner));
}

bool NestReader::writes_outside(const llvm::Loop& loop, const llvm::Loop& inner) const {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return !inner.contains(block) && llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return instruction.mayWriteToMemory() && !llvm::isa<llvm::NoAliasScopeDeclInst>(instruction);
    });
  });
}

/// Whether all values that change between iterations can be computed for any iteration.
bool NestReader::is_cuttable(const llvm::Loop& loop) const {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (latch == nullptr || loop.getExitingBlock() != latch || loop.getLoopPreheader() == nullptr ||
      !llvm::isa<llvm::BranchInst>(latch->getTerminator()) || has_results(loop))
    return false;
  return llvm::all_of(loop.getHeader()->phis(), [&](llvm::PHINode& phi) {
    if (!stays(phi)) return true;
    if (!evolution_.isSCEVable(phi.getType())) return false;
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
    return recurrence != nullptr && recurrence->isAffine() && recurrence->getLoop() == &loop &&
           evolution_.isLoopInvariant(recurrence->getStepRecurrence(evolution_), outermost_);
  });
}

/// Returns how often the loop repeats, if that is the same in each execution; else null.
const llvm::SCEV* NestReader::last_iteration(const llvm::Loop& loop, bool& is_assumed) {
  const llvm::SCEV* last = evolution_.getBackedgeTakenCount(&loop);
  if (!llvm::isa<llvm::SCEVCouldNotCompute>(last))
    return evolution_.isLoopInvariant(last, outermost_) ? last : nullptr;
  llvm::SmallVector<const llvm::SCEVPredicate*, 4> predicates;
  last = evolution_.getPredicatedBackedgeTakenCount(&loop, predicates);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(last) || !evolution_.isLoopInvariant(last, outermost_))
    return nullptr;
  for (const llvm::SCEVPredicate* predicate : predicates)
    if (!assume(*predicate, *last)) return nullptr;
  for (const llvm::SCEVPredicate* predicate : predicates) predicates_.push_back({&loop, predicate});
  is_assumed = true;
  return last;
}

/// Makes an assumption that the program can check of one of Scalar Evolution's.
bool NestReader::assume(const llvm::SCEVPredicate& predicate, const llvm::SCEV& last) {
  const auto* wraps = llvm::dyn_cast<llvm::SCEVWrapPredicate>(&predicate);
  if (wraps == nullptr) return false;
  const llvm::SCEVAddRecExpr* counter = wraps->getExpr();
  const unsigned bits =
      counter->getType()->isIntegerTy() ? counter->getType()->getIntegerBitWidth() : 64;
  if (bits > 60 || !counter->isAffine() || evolution_.getTypeSizeInBits(last.getType()) > 64)
    return false;
  llvm::Type* wide = llvm::Type::getInt64Ty(counter->getType()->getContext());
  const llvm::SCEV* steps = evolution_.getNoopOrZeroExtend(&last, wide);
  const llvm::SCEV* step =
      evolution_.getSignExtendExpr(counter->getStepRecurrence(evolution_), wide);
  const auto add = [&](const llvm::SCEV* start, int64_t lowest, int64_t highest) {
    Extremes starts;
    if (!find_extremes(*start, starts)) return false;
    starts.factors.append({steps, step});
    const llvm::SCEV* way = evolution_.getMulExpr(step, steps);
    return llvm::all_of(std::array{starts.least, starts.greatest}, [&](const llvm::SCEV* one) {
      return assume_between({starts.factors, evolution_.getAddExpr(one, way), lowest, highest});
    });
  };
  const llvm::SCEV* start = counter->getStart();
  const int64_t half = int64_t{1} << (bits - 1);
  bool good = true;
  if ((wraps->getFlags() & llvm::SCEVWrapPredicate::IncrementNSSW) != 0)
    good = good && add(evolution_.getSignExtendExpr(start, wide), -half, half - 1);
  if ((wraps->getFlags() & llvm::SCEVWrapPredicate::IncrementNUSW) != 0)
    good = good && add(evolution_.getZeroExtendExpr(start, wide), 0, 2 * half - 1);
  return good;
}

bool NestReader::assume_between(const NoWrap& one) {
  if (!evolution_.isLoopInvariant(one.last, outermost_)) return false;
  if (const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(one.last))
    if (!known->getAPInt().sge(one.lowest) || !known->getAPInt().sle(one.highest)) return false;
  if (!llvm::is_contained(nest_.assumptions, one)) nest_.assumptions.push_back(one);
  return true;
}

/// Finds the extremes over the surrounding loops: an inner loop's counter may begin anywhere in
/// between. A sum of linear functions is smallest, and largest, where each of them is.
bool NestReader::find_extremes(const llvm::SCEV& expression, Extremes& extremes) {
  const llvm::SCEV* start = &expression;
  const llvm::SCEV* none = evolution_.getZero(expression.getType());
  llvm::SmallVector<const llvm::SCEV*, 4> least, greatest;
  while (const llvm::SCEVAddRecExpr* recurrence = as_recurrence(*start)) {
    const NestLoop* loop = loop_of(*recurrence);
    const llvm::SCEV* stride = recurrence->getStepRecurrence(evolution_);
    if (loop == nullptr || loop->last == nullptr || !recurrence->isAffine() ||
        !evolution_.isLoopInvariant(stride, outermost_) ||
        evolution_.getTypeSizeInBits(loop->last->getType()) > 64)
      return false;
    const llvm::SCEV* steps = evolution_.getNoopOrZeroExtend(loop->last, expression.getType());
    extremes.factors.append({steps, stride});
    const llvm::SCEV* way = evolution_.getMulExpr(stride, steps);
    least.push_back(evolution_.getSMinExpr(none, way));
    greatest.push_back(evolution_.getSMaxExpr(none, way));
    start = recurrence->getStart();
  }
  least.push_back(start);
  greatest.push_back(start);
  extremes.least = evolution_.getAddExpr(least);
  extremes.greatest = evolution_.getAddExpr(greatest);
  return evolution_.isLoopInvariant(start, outermost_);
}

const NestLoop* NestReader::loop_of(const llvm::SCEVAddRecExpr& recurrence) const {
  const auto* found = llvm::find_if(
      nest_.loops, [&](const NestLoop& one) { return one.loop == recurrence.getLoop(); });
  return found == nest_.loops.end() ? nullptr : found;
}

/// Like above, with counters as wide as addresses, which are assumed not to wrap around.
const llvm::SCEV* NestReader::without_wrap(const llvm::SCEV& expression) {
  if (const llvm::SCEVAddRecExpr* recurrence = as_recurrence(expression)) return recurrence;
  const llvm::SCEV* result = &expression;
  for (const auto& [loop, predicate] : predicates_)
    result = evolution_.rewriteUsingPredicate(result, loop, *predicate);
  return result;
}

/// Computes an upper bound of the last iteration, for the inner loops of blocked nests, whose end
/// is the minimum of two values.
///
/// It is end - first - 1, where the loop begins only if first < end, or end is max(first + 1,
/// other). With another end that is not less, neither difference wraps around.
void NestReader::bound(NestLoop& loop) {
  const llvm::SCEV* last = evolution_.getBackedgeTakenCount(loop.loop);
  const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(last);
  for (size_t i = 0; sum != nullptr && i < sum->getNumOperands(); ++i) {
    const llvm::SCEV* end = sum->getOperand(i);
    if (!llvm::isa<llvm::SCEVSMinExpr>(end) && !llvm::isa<llvm::SCEVSMaxExpr>(end)) continue;
    const llvm::SCEV* rest = evolution_.getMinusSCEV(last, end);
    const llvm::SCEV* first = evolution_.getNotSCEV(rest);  // -1 - rest
    const auto* longest = llvm::dyn_cast<llvm::SCEVSMaxExpr>(end);
    const bool is_once = longest != nullptr && llvm::any_of(longest->operands(), [&](auto* one) {
                           return evolution_.getAddExpr(one, rest)->isZero();
                         });
    if (!is_once &&
        !evolution_.isLoopEntryGuardedByCond(loop.loop, llvm::ICmpInst::ICMP_SLT, first, end))
      continue;
    loop.last = bound_with(*end, *rest);
    if (loop.last == nullptr) continue;
    find_reach(*end, *rest, loop);
    return;
  }
  const llvm::SCEV* most = evolution_.getConstantMaxBackedgeTakenCount(loop.loop);
  loop.last = llvm::isa<llvm::SCEVCouldNotCompute>(most) ? nullptr : most;
}

/// Finds the end of the whole range, not of the block: after each block, that many fewer iterations
/// are left.
void NestReader::find_reach(const llvm::SCEV& end, const llvm::SCEV& rest, NestLoop& loop) {
  if (const auto* either = llvm::dyn_cast<llvm::SCEVMinMaxExpr>(&end)) {
    // A maximum with the end of the first iteration, which always runs, or a minimum.
    for (const llvm::SCEV* one : either->operands())
      if (llvm::isa<llvm::SCEVSMinExpr>(end) ||
          (llvm::isa<llvm::SCEVSMaxExpr>(end) && llvm::all_of(either->operands(), [&](auto* other) {
             return other == one || evolution_.getAddExpr(other, &rest)->isZero();
           })))
        find_reach(*one, rest, loop);
    return;
  }
  const auto* left = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
      evolution_.getAddExpr(without_wrap(end), without_wrap(rest)));
  if (left == nullptr || !left->isAffine() ||
      !evolution_.isLoopInvariant(left->getStart(), outermost_))
    return;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(left->getStepRecurrence(evolution_));
  const auto* outer =
      llvm::find_if(nest_.loops, [&](const NestLoop& one) { return one.loop == left->getLoop(); });
  if (step == nullptr || !step->getAPInt().isNegative() || outer == nest_.loops.end()) return;
  loop.reach = left->getStart();
  loop.outer = outer - nest_.loops.begin();
  loop.step = (-step->getAPInt()).getLimitedValue();
}

/// Returns the smallest known upper bound of `end` + `rest`, if it is the same in all iterations of
/// the nest; else null.
const llvm::SCEV* NestReader::bound_with(const llvm::SCEV& end, const llvm::SCEV& rest) {
  if (const auto* least = llvm::dyn_cast<llvm::SCEVSMinExpr>(&end)) {
    for (const llvm::SCEV* one : least->operands())
      if (const llvm::SCEV* bound = bound_with(*one, rest)) return bound;
    return nullptr;
  }
  if (const auto* most = llvm::dyn_cast<llvm::SCEVSMaxExpr>(&end)) {
    llvm::SmallVector<const llvm::SCEV*, 4> bounds;
    for (const llvm::SCEV* one : most->operands()) {
      bounds.push_back(bound_with(*one, rest));
      if (bounds.back() == nullptr) return nullptr;
    }
    return evolution_.getUMaxExpr(bounds);
  }
  const llvm::SCEV* bound = evolution_.getAddExpr(without_wrap(end), without_wrap(rest));
  return evolution_.isLoopInvariant(bound, outermost_) ? bound : nullptr;
}

bool NestReader::add_instruction(llvm::Instruction& instruction) {
  if (summaries_.obstacle(instruction) != Obstacle::None)
    return refuse(instruction, reason_of(summaries_.obstacle(instruction)));
  if (nest_.results.own.contains(&instruction)) return true;
  for (llvm::Value* operand : instruction.operands())
    if (llvm::isa<llvm::Instruction>(operand) && !is_inside(operand, nest_.statement))
      nest_.inputs.insert(operand);
  if (touches_nothing(instruction, summaries_)) return true;
  llvm::Type* wide = llvm::Type::getInt64Ty(instruction.getContext());
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
    const llvm::SCEV* bytes = evolution_.getSCEV(copy->getLength());
    auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(copy);
    return add_access(instruction, *copy->getRawDest(), *bytes, true,
                      llvm::MemoryLocation::getForDest(copy)) &&
           (transfer == nullptr || add_access(instruction, *transfer->getRawSource(), *bytes, false,
                                              llvm::MemoryLocation::getForSource(transfer)));
  }
  if (llvm::isa<llvm::CallBase>(instruction)) return refuse(instruction, Reason::nest_calls);
  llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return refuse(instruction, Reason::unusual_access);
  const llvm::Type* type = llvm::getLoadStoreType(&instruction);
  const llvm::TypeSize size =
      instruction.getDataLayout().getTypeStoreSize(const_cast<llvm::Type*>(type));
  if (size.isScalable()) return refuse(instruction, Reason::vector_size_unknown);
  return add_access(instruction, *pointer, *evolution_.getConstant(wide, size.getFixedValue()),
                    instruction.mayWriteToMemory(), llvm::MemoryLocation::get(&instruction));
}

/// A linear function of one of the nest's loops; counters that are narrower than an address are
/// assumed not to wrap around.
const llvm::SCEVAddRecExpr* NestReader::as_recurrence(const llvm::SCEV& expression) {
  if (const auto* is_one = llvm::dyn_cast<llvm::SCEVAddRecExpr>(&expression)) return is_one;
  if (evolution_.isLoopInvariant(&expression, outermost_)) return nullptr;
  for (const NestLoop& loop : llvm::reverse(nest_.loops)) {
    llvm::SmallPtrSet<const llvm::SCEVPredicate*, 4> predicates;
    const auto* found =
        evolution_.convertSCEVToAddRecWithPredicates(&expression, loop.loop, predicates);
    if (found == nullptr || loop.last == nullptr) continue;
    if (llvm::all_of(predicates, [&](auto* one) { return assume(*one, *loop.last); })) return found;
  }
  return nullptr;
}

/// The access as a linear function of the loops' iterations, or indirect if it is none.
NestAccess NestReader::access_by(llvm::Instruction& instruction, llvm::Value& pointer,
                                 const llvm::SCEV& bytes, bool written,
                                 const llvm::MemoryLocation& memory) {
  unsigned operand = 0;
  while (instruction.getOperand(operand) != &pointer) ++operand;
  NestAccess access{&instruction, operand, memory, evolution_.getSCEV(&pointer),
                    &bytes,       written, {}};
  const size_t assumptions = nest_.assumptions.size();
  while (const llvm::SCEVAddRecExpr* recurrence = as_recurrence(*access.address)) {
    const NestLoop* loop = loop_of(*recurrence);
    const llvm::SCEV* stride = recurrence->getStepRecurrence(evolution_);
    if (loop == nullptr || loop->last == nullptr || !recurrence->isAffine() ||
        !evolution_.isLoopInvariant(stride, outermost_))
      break;
    access.strides.push_back({static_cast<unsigned>(loop - nest_.loops.begin()), stride});
    access.address = recurrence->getStart();
  }
  if (!evolution_.isLoopInvariant(access.address, outermost_)) {
    access.address = nullptr;
    access.strides.clear();
    access.is_indirect = true;
    nest_.assumptions.truncate(assumptions);
  }
  return access;
}

bool NestReader::add_access(llvm::Instruction& instruction, llvm::Value& pointer,
                            const llvm::SCEV& bytes, bool written,
                            const llvm::MemoryLocation& memory) {
  if (!evolution_.isLoopInvariant(&bytes, outermost_))
    return refuse(instruction, Reason::copied_size_changes);
  NestAccess access = access_by(instruction, pointer, bytes, written, memory);
  // Reading a row without a loop ahead takes as long as executing it.
  const bool pays = llvm::isa<llvm::LoadInst>(instruction) ||
                    (llvm::isa<llvm::StoreInst>(instruction) && !outermost_->getSubLoops().empty());
  if (access.is_indirect && !pays) return refuse(instruction, Reason::address_not_linear);
  nest_.accesses.push_back(std::move(access));
  return true;
}

void NestReader::describe_results() {
  llvm::Type* wide = llvm::Type::getInt64Ty(outermost_->getHeader()->getContext());
  const auto add = [&](llvm::Instruction& access) {
    const llvm::TypeSize size =
        access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
    nest_.read_again.push_back(access_by(access, *llvm::getLoadStorePointerOperand(&access),
                                         *evolution_.getConstant(wide, size.getKnownMinValue()),
                                         llvm::isa<llvm::StoreInst>(access),
                                         llvm::MemoryLocation::get(&access)));
  };
  for (llvm::Instruction* needed : nest_.results.again)
    if (llvm::isa<llvm::LoadInst>(needed) && !nest_.results.loaded_behind.contains(needed))
      add(*needed);
  for (llvm::Instruction* store : nest_.results.kept) add(*store);
}

}  // namespace bamboo::overlap
