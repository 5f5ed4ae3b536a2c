// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/value_equivalence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include "effects/dependence.h"

namespace bamboo::overlap {
namespace {

/// Takes extensions and truncations into sums and products, as if these did not wrap around.
class Widening : public llvm::SCEVRewriteVisitor<Widening> {
 public:
  explicit Widening(llvm::ScalarEvolution& evolution) : SCEVRewriteVisitor(evolution) {}

  const llvm::SCEV* visitSignExtendExpr(const llvm::SCEVSignExtendExpr* extended) {
    return of_type(visit(extended->getOperand()), extended->getType());
  }
  const llvm::SCEV* visitZeroExtendExpr(const llvm::SCEVZeroExtendExpr* extended) {
    return of_type(visit(extended->getOperand()), extended->getType());
  }
  const llvm::SCEV* visitTruncateExpr(const llvm::SCEVTruncateExpr* truncated) {
    return of_type(visit(truncated->getOperand()), truncated->getType());
  }

 private:
  const llvm::SCEV* of_type(const llvm::SCEV* number, llvm::Type* type) {
    llvm::SmallVector<const llvm::SCEV*, 4> parts;
    if (llvm::isa<llvm::SCEVAddExpr>(number) || llvm::isa<llvm::SCEVMulExpr>(number) ||
        llvm::isa<llvm::SCEVAddRecExpr>(number))
      for (const llvm::SCEV* part : number->operands()) parts.push_back(of_type(part, type));
    if (llvm::isa<llvm::SCEVAddExpr>(number)) return SE.getAddExpr(parts);
    if (llvm::isa<llvm::SCEVMulExpr>(number)) return SE.getMulExpr(parts);
    if (const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(number))
      return SE.getAddRecExpr(parts, recurrence->getLoop(), llvm::SCEV::FlagAnyWrap);
    return SE.getTruncateOrSignExtend(number, type);
  }
};

}  // namespace

/// Returns the first instruction found that computes the same value as this one.
llvm::Value* ValueEquivalence::representative(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CallBase>(instruction) ||
      llvm::isa<llvm::AllocaInst>(instruction) || instruction.mayWriteToMemory() ||
      llvm::isa<llvm::InsertValueInst, llvm::ShuffleVectorInst>(instruction))
    return &instruction;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load != nullptr && (!load->isSimple() || !is_behind_begin(*load))) return load;
  Key key = {reinterpret_cast<const void*>(static_cast<uintptr_t>(instruction.getOpcode())),
             instruction.getType()};
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    key.push_back(
        reinterpret_cast<const void*>(static_cast<uintptr_t>(comparison->getPredicate())));
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    for (const unsigned index : part->indices())
      key.push_back(reinterpret_cast<const void*>(static_cast<uintptr_t>(index)));
  for (llvm::Value* operand : instruction.operands())
    key.push_back(evolution_.isSCEVable(operand->getType())
                      ? static_cast<const void*>(canonical(*evolution_.getSCEV(operand)))
                      : operand);
  llvm::Instruction* first = known_.try_emplace(key, &instruction).first->second;
  if (load != nullptr && first != load) note(llvm::cast<llvm::LoadInst>(*first));
  return first;
}

void ValueEquivalence::note(const llvm::LoadInst& load) {
  if (!llvm::is_contained(loads_, &load)) loads_.push_back(&load);
}

/// Made of one of the instructions that compute the same.
const llvm::SCEV* ValueEquivalence::unified(const llvm::SCEV& expression) {
  llvm::ValueToSCEVMapTy same;
  llvm::SCEVExprContains(&expression, [&](const llvm::SCEV* part) {
    const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    auto* instruction = unknown == nullptr
                            ? nullptr
                            : llvm::dyn_cast_or_null<llvm::Instruction>(unknown->getValue());
    if (instruction != nullptr)
      same[instruction] = evolution_.getUnknown(representative(*instruction));
    return false;
  });
  return llvm::SCEVParameterRewriter::rewrite(&expression, evolution_, same);
}

const llvm::SCEV* ValueEquivalence::as_number(const llvm::SCEV& expression) {
  if (!expression.getType()->isPointerTy()) return &expression;
  llvm::Type* number = evolution_.getEffectiveSCEVType(expression.getType());
  const llvm::SCEV* address = evolution_.getPtrToIntExpr(&expression, number);
  return llvm::isa<llvm::SCEVCouldNotCompute>(address) ? &expression : address;
}

const llvm::SCEV* ValueEquivalence::canonical(const llvm::SCEV& expression) {
  return as_number(*Widening(evolution_).visit(unified(expression)));
}

/// One that can be used behind `begin` without being executed in front of it always comes behind
/// it.
bool ValueEquivalence::is_behind_begin(const llvm::Instruction& load) const {
  return !dominators_.dominates(&load, &begin_);
}

bool ValueEquivalence::are_equal(const llvm::SCEV& a, const llvm::SCEV& b) {
  return are_equal_numbers(*canonical(a), *canonical(b));
}

bool ValueEquivalence::are_equal_as_extended(const llvm::SCEV& a, const llvm::SCEV& b) {
  return are_equal_numbers(*as_number(*unified(a)), *as_number(*unified(b)));
}

bool ValueEquivalence::are_equal_numbers(const llvm::SCEV& a, const llvm::SCEV& b) {
  return &a == &b || (a.getType() == b.getType() && !a.getType()->isPointerTy() &&
                      evolution_.getMinusSCEV(&a, &b)->isZero());
}

bool ValueEquivalence::is_copy(const llvm::Value& copy, const llvm::Value& original) {
  if (&copy == &original || copies_.contains({&copy, &original})) return true;
  const auto before = copies_;
  const size_t loads = loads_.size();
  copies_.insert({&copy, &original});
  if (does_the_same(copy, original)) return true;
  copies_ = before;  // with the results of the wrong assumption
  loads_.resize(loads);
  return false;
}

bool ValueEquivalence::does_the_same(const llvm::Value& copy, const llvm::Value& original) {
  const auto* a = llvm::dyn_cast<llvm::Instruction>(&copy);
  const auto* b = llvm::dyn_cast<llvm::Instruction>(&original);
  if (a == nullptr || b == nullptr || a->getOpcode() != b->getOpcode() ||
      a->getType() != b->getType())
    return false;
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(a))
    return is_copied_phi(*phi, llvm::cast<llvm::PHINode>(*b));
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(b);
  const bool may_be_same = load == nullptr
                               ? !a->mayReadOrWriteMemory() || is_annotation(*a)
                               : load->isSimple() && is_behind_begin(*a) && is_behind_begin(*load);
  if (!may_be_same || !a->isSameOperationAs(b)) return false;
  const bool same = llvm::all_of_zip(
      a->operands(), b->operands(),
      [&](const llvm::Use& one, const llvm::Use& other) { return is_copy(*one, *other); });
  if (same && load != nullptr) note(*load);
  return same;
}

/// The copy has fewer entries.
bool ValueEquivalence::is_copied_phi(const llvm::PHINode& copy, const llvm::PHINode& original) {
  if (ways_ == nullptr || ways_->copy_of(*original.getParent()) != copy.getParent()) return false;
  return llvm::all_of(llvm::seq(0u, copy.getNumIncomingValues()), [&](unsigned i) {
    return llvm::any_of(llvm::seq(0u, original.getNumIncomingValues()), [&](unsigned k) {
      return ways_->copy_of(*original.getIncomingBlock(k)) == copy.getIncomingBlock(i) &&
             is_copy(*copy.getIncomingValue(i), *original.getIncomingValue(k));
    });
  });
}

}  // namespace bamboo::overlap
