// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_splitter.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cassert>

#include "pass/splitting/inspector.h"
#include "pass/splitting/row_searcher.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

AccessKind kind_of(const NestAccess& access) {
  if (access.gather) return AccessKind::gathered;
  if (access.is_indirect) return access.is_index ? AccessKind::index : AccessKind::indirect;
  if (access.written) return AccessKind::written;
  return access.is_value ? AccessKind::value : AccessKind::read;
}

}  // namespace

NestSplitter::NestSplitter(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                           PointsTo& points_to, PostedMessages& posted)
    : function_(function),
      dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
      loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
      evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
      points_to_(points_to),
      posted_(posted) {}

std::optional<SplitNest> NestSplitter::split(const LoopNest& nest, const CoreHoist& hoist) {
  nest_ = &nest;
  hoist_ = &hoist;
  done_ = {};
  slot_ = nullptr;
  shape_ = {};
  row_.clear();
  done_.place = nest.loops.front().loop->getStartLoc();
  done_.behind = nest.statement.behind;
  done_.loops = nest.loops.size();
  done_.completions = hoist.completions;
  done_.is_staged = hoist.is_staged;
  part_blocks();
  recompute();
  if (!is_computable()) {
    llvm::ReplaceInstWithInst(done_.plan->getParent()->getTerminator(),
                              llvm::BranchInst::Create(head_));
    llvm::Value* asked = llvm::cast<llvm::Instruction>(done_.plan)->user_back();
    llvm::cast<llvm::Instruction>(asked)->eraseFromParent();
    done_.plan->eraseFromParent();
    return std::nullopt;
  }
  describe_loops();
  describe_accesses();
  std::optional<ResultDetacher> results;
  if (!nest.results.empty()) {
    unsigned number = shape_.accesses.size();
    for (const NestAccess& access : nest.read_again)
      describe(access, access.written ? AccessKind::kept : AccessKind::again);
    for (llvm::Instruction* load : results.emplace(nest, *entry_, points_to_, done_).detach())
      done_.results.accesses.push_back({load, llvm::getLoadStorePointerOperand(load), number++});
  }
  clamp_loops();
  make_core();
  llvm::BasicBlock* decide = make_decision();
  make_rest(results ? &*results : nullptr);
  llvm::Instruction* end = head_->getTerminator();
  if (nest.is_by_rows()) {
    const auto inputs = RowSearcher(done_, nest, *tail_, points_to_).make(*end);
    shape_.inputs = inputs.size();
    row_.append(inputs);
  }
  llvm::IRBuilder<> builder(end);
  done_.describes = SplitCalls(builder).describe(done_.plan, shape_, row_);
  llvm::BranchInst::Create(decide, end->getIterator());
  end->eraseFromParent();
  return std::move(done_);
}

/// Creates separate blocks for the core, the passed statements, and the nest.
void NestSplitter::part_blocks() {
  llvm::BasicBlock* before = nest_->statement.before;
  entry_ = llvm::SplitBlock(before, before->getTerminator(), &dominators_, &loops_, nullptr,
                            "bamboo.nest");
  llvm::Instruction* start = hoist_->start;
  head_ = start->getParent();
  tail_ = llvm::SplitBlock(head_, start, &dominators_, &loops_, nullptr, "bamboo.passed");
  before_ = entry_->getSinglePredecessor();
  begin_plan();
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen = {entry_, tail_};
  passed_ = {tail_};
  for (size_t i = 0; i < passed_.size(); ++i)
    for (llvm::BasicBlock* next : successors_without(hoist_->failures, *passed_[i]))
      if (seen.insert(next).second) passed_.push_back(next);
}

/// If inspection does not pay, control jumps over all of it.
void NestSplitter::begin_plan() {
  llvm::BasicBlock* asks = head_;
  head_ = llvm::SplitBlock(asks, asks->getTerminator(), &dominators_, &loops_, nullptr,
                           "bamboo.describe");
  llvm::Instruction* end = asks->getTerminator();
  llvm::IRBuilder<> builder(end);
  done_.plan = SplitCalls(builder).begin();
  builder.CreateCondBr(builder.CreateIsNotNull(done_.plan), head_, tail_);
  end->eraseFromParent();
  dominators_.insertEdge(asks, tail_);
}

void NestSplitter::recompute() {
  early_.clear();
  for (llvm::Instruction* late : hoist_->recomputed) {
    llvm::Instruction* early = late->clone();
    early->insertBefore(head_->getTerminator());
    early->dropDbgRecords();
    llvm::RemapInstruction(early, early_,
                           llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    early_[late] = early;
    points_to_.share(*early, *late);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(late);
        load != nullptr && hoist_->kept.contains(load))
      report_kept(*load, *early);
  }
}

/// Reports memory that is loaded early, which received data must not change.
void NestSplitter::report_kept(llvm::LoadInst& late, llvm::Instruction& early) {
  llvm::IRBuilder<> builder(head_->getTerminator());
  const uint64_t bytes = late.getDataLayout().getTypeStoreSize(late.getType());
  done_.kept.push_back(
      {&late, late.getPointerOperand(),
       SplitCalls(builder).kept(done_.plan, llvm::getLoadStorePointerOperand(&early), bytes)});
}

const llvm::SCEV* NestSplitter::at_start(const llvm::SCEV* expression) const {
  llvm::ValueToSCEVMapTy early;
  for (const auto& [late, clone] : early_)
    if (evolution_.isSCEVable(late->getType()))
      early[late] = evolution_.getSCEV(const_cast<llvm::Value*>(&*clone));
  return llvm::SCEVParameterRewriter::rewrite(expression, evolution_, early);
}

/// An expander that leaves the nest unchanged: by default it may rename a value of an earlier loop,
/// also in the nest, and `early_` does not know the new name.
llvm::SCEVExpander NestSplitter::expander() const {
  constexpr bool preserves_lcssa = false;
  return llvm::SCEVExpander(evolution_, function_.getDataLayout(), "bamboo", preserves_lcssa);
}

bool NestSplitter::is_computable() const {
  llvm::SCEVExpander expander = this->expander();
  const auto can = [&](const llvm::SCEV* expression, const llvm::BasicBlock* block) {
    return expander.isSafeToExpandAt(expression, block->getTerminator());
  };
  for (const llvm::SCEV* expression : nest_->expressions())
    if (!can(at_start(expression), head_)) return false;
  for (const NestLoop& loop : nest_->loops) {
    if (!loop.may_cut) continue;
    for (llvm::PHINode& phi : loop.loop->getHeader()->phis()) {
      if (nest_->results.own.contains(&phi)) continue;
      const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      const llvm::SCEV* step = recurrence->getStepRecurrence(evolution_);
      if (!can(at_start(step), head_) || !can(step, before_)) return false;
    }
  }
  return true;
}

llvm::Value* NestSplitter::expand(const llvm::SCEV* expression, llvm::Instruction* before) {
  llvm::SCEVExpander expander = this->expander();
  return expander.expandCodeFor(expression, expression->getType(), before);
}

void NestSplitter::describe_loops() {
  llvm::Instruction* end = head_->getTerminator();
  llvm::IRBuilder<> builder(end);
  llvm::Value* holds = assumptions();
  for (const NestLoop& loop : nest_->loops) {
    llvm::Value* count = builder.getInt64(1);
    if (loop.last != nullptr) {
      llvm::Value* last = expand(at_start(loop.last), end);
      count = builder.CreateAdd(builder.CreateZExtOrTrunc(last, builder.getInt64Ty()), count);
    }
    // A nest with loops that do not run is not split.
    if (holds != nullptr) count = builder.CreateSelect(holds, count, builder.getInt64(0));
    shape_.loops.emplace_back().may_cut = loop.may_cut;
    row_.push_back(count);
    if (loop.reach == nullptr) continue;
    shape_.loops.back().outer = loop.outer;
    row_.push_back(builder.getInt64(loop.step));
    add_to_row(loop.reach);
  }
}

void NestSplitter::add_to_row(const llvm::SCEV* number, bool is_signed) {
  llvm::Instruction* end = head_->getTerminator();
  llvm::IRBuilder<> builder(end);
  row_.push_back(SplitCalls(builder).number_of(expand(at_start(number), end), is_signed));
}

void NestSplitter::describe_accesses() {
  for (const NestAccess& access : nest_->accesses) {
    llvm::Value* pointer = access.instruction->getOperand(access.operand);
    const DescribedAccess own{access.instruction, pointer, describe(access, kind_of(access))};
    if (access.is_indirect)
      done_.rows.accesses.push_back({own, own, nullptr, nullptr});
    else
      done_.described.push_back(own);
  }
}

/// Returns its number.
unsigned NestSplitter::describe(const NestAccess& access, AccessKind kind) {
  AccessShape shape{kind};
  add_to_row(access.bytes);
  if (access.gather) {
    const auto* indices = llvm::find_if(done_.rows.accesses, [&](const RowAccess& row) {
      return row.core.access == access.gather->index;
    });
    assert(indices != done_.rows.accesses.end() && "indices precede what they find");
    shape.indices = indices - done_.rows.accesses.begin();
    shape.type = access.gather->type;
    add_to_row(access.gather->base);
    add_to_row(access.gather->scale);
  } else if (!access.is_indirect) {
    add_to_row(access.address);
    for (const auto& [loop, stride] : access.strides) {
      shape.loops.push_back(loop);
      add_to_row(stride, true);
    }
  }
  shape_.accesses.push_back(shape);
  return shape_.accesses.size() - 1;
}

/// The condition under which the assumptions hold; null if there are none.
llvm::Value* NestSplitter::assumptions() {
  llvm::Instruction* end = head_->getTerminator();
  llvm::IRBuilder<> builder(end);
  constexpr uint64_t kLargest = uint64_t{1} << 30;  // so that sums of the products fit
  llvm::Value* all = nullptr;
  for (const NoWrap& one : nest_->assumptions) {
    llvm::Value* last = expand(at_start(one.last), end);
    llvm::Value* holds = builder.CreateICmpSGE(last, builder.getInt64(one.lowest));
    for (const llvm::SCEV* factor : one.factors) {
      llvm::Value* from_least =
          builder.CreateAdd(expand(at_start(factor), end), builder.getInt64(kLargest));
      holds = builder.CreateAnd(holds,
                                builder.CreateICmpULT(from_least, builder.getInt64(2 * kLargest)));
    }
    holds = builder.CreateAnd(holds, builder.CreateICmpSLE(last, builder.getInt64(one.highest)));
    all = all == nullptr ? holds : builder.CreateAnd(all, holds);
  }
  return all;
}

/// The values behind the loops' bounds: for the core where it starts (`early`), for the rest
/// at the nest.
llvm::SmallVector<NestSplitter::Bounds, 4> NestSplitter::bounds(bool early) {
  llvm::Instruction* end = (early ? head_ : before_)->getTerminator();
  llvm::IRBuilder<> builder(end);
  const auto compute = [&](const llvm::SCEV* expression) {
    return expand(early ? at_start(expression) : expression, end);
  };
  const llvm::SCEVExpander expander = this->expander();
  llvm::SmallVector<Bounds, 4> all;
  for (unsigned i = 0; i < nest_->loops.size(); ++i) {
    const NestLoop& loop = nest_->loops[i];
    if (!loop.may_cut) continue;
    Bounds one{&loop, i, nullptr, {}, {}};
    if (!loop.is_assumed && expander.isSafeToExpandAt(loop.last, before_->getTerminator())) {
      llvm::Value* last = builder.CreateZExtOrTrunc(compute(loop.last), builder.getInt64Ty());
      one.count = builder.CreateAdd(last, builder.getInt64(1), "bamboo.count");
    }
    for (llvm::PHINode& phi : loop.loop->getHeader()->phis()) {
      const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      const llvm::SCEV* step = recurrence->getStepRecurrence(evolution_);
      one.steps.push_back(compute(step));
      one.stay_positive.push_back(one.count != nullptr && loop.reach == nullptr &&
                                  !phi.getType()->isPointerTy() && recurrence->hasNoSignedWrap() &&
                                  evolution_.isKnownNonNegative(recurrence->getStart()) &&
                                  evolution_.isKnownPositive(step));
    }
    all.push_back(std::move(one));
  }
  return all;
}

/// Restricts each loop of the nest to the iterations that the library returns.
void NestSplitter::clamp_loops() {
  const auto late = bounds(false);
  const auto early = bounds(true);
  for (size_t i = 0; i < late.size(); ++i) {
    if (late[i].count != nullptr) early_[late[i].count] = early[i].count;
    for (size_t k = 0; k < late[i].steps.size(); ++k)
      if (!llvm::isa<llvm::Constant>(late[i].steps[k]))
        early_[late[i].steps[k]] = early[i].steps[k];
  }
  done_.rest_plan = take_plan();
  llvm::IRBuilder<> builder(entry_->getTerminator());
  SplitCalls calls(builder);
  for (const Bounds& one : late) {
    llvm::Value* first = calls.call(SplitCall::first, done_.rest_plan, one.number);
    llvm::Value* end = calls.call(SplitCall::end, done_.rest_plan, one.number);
    clamp(one, first, end);
    ++done_.cut;
  }
}

/// Makes the plan available at the nest: null on paths on which no core was begun.
llvm::CallInst* NestSplitter::take_plan() {
  llvm::IRBuilder<> builder(before_->getTerminator());
  const bool is_detached = !nest_->results.empty();
  if (!hoist_->is_conditional)
    return SplitCalls(builder).call(SplitCall::rest_plan, done_.plan, is_detached);
  llvm::BasicBlock& first = function_.getEntryBlock();
  llvm::Constant* none = llvm::ConstantPointerNull::get(builder.getPtrTy());
  slot_ = new llvm::AllocaInst(builder.getPtrTy(), 0, "bamboo.split", first.begin());
  points_to_.add_variable(*slot_);
  llvm::IRBuilder<>(&first, first.getFirstNonPHIOrDbgOrAlloca()).CreateStore(none, slot_);
  llvm::Value* plan = builder.CreateLoad(builder.getPtrTy(), slot_);
  builder.CreateStore(none, slot_);
  return SplitCalls(builder).call(SplitCall::rest_plan, plan, is_detached);
}

void NestSplitter::clamp(const Bounds& bounds, llvm::Value* first, llvm::Value* end) {
  llvm::Loop& loop = *bounds.loop->loop;
  llvm::BasicBlock* header = loop.getHeader();
  llvm::BasicBlock* preheader = loop.getLoopPreheader();
  llvm::IRBuilder<> builder(preheader->getTerminator());
  // The loop keeps its own condition if the number of iterations is only assumed, or unknown before
  // the nest.
  llvm::Value* limit = bounds.count == nullptr ? end
                                               : builder.CreateBinaryIntrinsic(
                                                     llvm::Intrinsic::umin, end, bounds.count);
  // Alias analysis may have concluded from signs that the nest does not touch memory before its
  // arrays. Keep that for the parts.
  for (const auto& [phi, step, no_wrap] :
       llvm::zip(header->phis(), bounds.steps, bounds.stay_positive)) {
    llvm::Value* start = phi.getIncomingValueForBlock(preheader);
    llvm::Value* steps = builder.CreateZExtOrTrunc(first, step->getType());
    llvm::Value* skipped = builder.CreateMul(step, steps, "", false, no_wrap);
    phi.setIncomingValueForBlock(preheader,
                                 phi.getType()->isPointerTy()
                                     ? builder.CreatePtrAdd(start, skipped)
                                     : builder.CreateAdd(start, skipped, "", false, no_wrap));
  }
  llvm::BasicBlock* latch = loop.getLoopLatch();
  auto* branch = llvm::cast<llvm::BranchInst>(latch->getTerminator());
  llvm::IRBuilder<> at_header(header, header->begin());
  llvm::PHINode* counter = at_header.CreatePHI(builder.getInt64Ty(), 2, "bamboo.iteration");
  builder.SetInsertPoint(branch);
  llvm::Value* next = builder.CreateAdd(counter, builder.getInt64(1), "", true, true);
  counter->addIncoming(first, preheader);
  counter->addIncoming(next, latch);
  const bool continues = branch->getSuccessor(0) == header;
  llvm::Value* condition =
      continues ? builder.CreateICmpULT(next, limit) : builder.CreateICmpUGE(next, limit);
  if (bounds.count == nullptr)
    condition = continues ? builder.CreateAnd(branch->getCondition(), condition)
                          : builder.CreateOr(branch->getCondition(), condition);
  branch->setCondition(condition);
}

/// A copy of the nest for the core.
void NestSplitter::make_core() {
  BlockList blocks = {entry_};
  blocks.append(nest_->statement.blocks.begin(), nest_->statement.blocks.end());
  done_.rest_blocks = blocks;
  llvm::SmallVector<llvm::MDNode*, 4> scopes;
  llvm::identifyNoAliasScopesToClone(blocks, scopes);
  early_[done_.rest_plan] = done_.plan;
  early_[nest_->statement.behind] = tail_;
  for (llvm::BasicBlock* block : blocks) {
    llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, early_, ".core", &function_);
    early_[block] = copy;
    done_.core_blocks.push_back(copy);
  }
  for (llvm::BasicBlock* copy : done_.core_blocks)
    for (llvm::Instruction& instruction : *copy) {
      instruction.dropDbgRecords();
      llvm::RemapInstruction(&instruction, early_,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    }
  llvm::cloneAndAdaptNoAliasScopes(scopes, done_.core_blocks, function_.getContext(), "core");
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      points_to_.share(*early_[&instruction], instruction);
  done_.rest_accesses = done_.described;
  const auto move_to_core = [&](DescribedAccess& described) {
    described.access = llvm::cast<llvm::Instruction>(early_[described.access]);
    if (llvm::Value* early = early_.lookup(described.address)) described.address = early;
  };
  for (DescribedAccess& described : done_.described) move_to_core(described);
  for (RowAccess& row : done_.rows.accesses) move_to_core(row.core);
  for (const NestLoop& loop : nest_->loops) {
    done_.rest_headers.push_back(loop.loop->getHeader());
    done_.core_headers.push_back(
        llvm::cast<llvm::BasicBlock>(static_cast<llvm::Value*>(early_[loop.loop->getHeader()])));
  }
}

/// The nest itself, once for each part of the rest.
void NestSplitter::make_rest(ResultDetacher* results) {
  llvm::BasicBlock* behind = nest_->statement.behind;
  llvm::LLVMContext& context = function_.getContext();
  auto* next = llvm::BasicBlock::Create(context, "bamboo.rest", &function_, entry_);
  auto* after = llvm::BasicBlock::Create(context, "bamboo.done", &function_, behind);
  if (results != nullptr)
    results->join(*after);
  else
    llvm::BranchInst::Create(behind, after);
  for (llvm::PHINode& phi : behind->phis()) {
    llvm::Value* value = phi.hasConstantValue();
    while (phi.getNumIncomingValues() > 0) phi.removeIncomingValue(0u, false);
    phi.addIncoming(value, after);
  }
  for (llvm::BasicBlock* block : done_.rest_blocks)
    block->getTerminator()->replaceSuccessorWith(behind, next);
  before_->getTerminator()->replaceSuccessorWith(entry_, next);
  llvm::IRBuilder<> builder(next);
  done_.rest = SplitCalls(builder).call(SplitCall::rest, done_.rest_plan);
  builder.CreateCondBr(builder.CreateIsNotNull(done_.rest), entry_, after);
}

/// Inspects the passed statements and then decides whether there is a core. Returns the block where
/// the core begins.
llvm::BasicBlock* NestSplitter::make_decision() {
  auto* decide =
      llvm::BasicBlock::Create(function_.getContext(), "bamboo.decide", &function_, tail_);
  llvm::IRBuilder<> builder(decide);
  done_.core = SplitCalls(builder).call(SplitCall::core, done_.plan);
  if (slot_ != nullptr) builder.CreateStore(done_.plan, slot_);
  builder.CreateCondBr(builder.CreateIsNotNull(done_.core), done_.core_blocks.front(), tail_);
  if (hoist_->touches.empty()) return decide;
  const auto asks = [](const RuntimeCheck& touch) { return touch.status != nullptr; };
  if (llvm::any_of(hoist_->touches, asks)) done_.posted = &posted_.list();
  return Inspector(*hoist_, loops_, points_to_, done_).make(passed_, *entry_, *decide);
}

}  // namespace bamboo::overlap
