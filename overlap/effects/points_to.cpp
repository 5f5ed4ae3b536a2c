// SPDX-License-Identifier: Apache-2.0
#include "effects/points_to.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "effects/constraint_collector.h"
#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// Steps of the solver for each node; programs need some ten.
constexpr size_t kBudget = 50'000'000;

}  // namespace

PointsTo::PointsTo(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
    : analyses_(analyses) {
  ConstraintCollector(*this, analyses).collect(module);
  solved_ = graph_.solve(kBudget);
  if (solved_) summarise_functions(module);
}

PointsTo::Touched PointsTo::touched(const llvm::Value& pointer, bool written) const {
  Touched touched;
  const auto found = nodes_.find(&pointer);
  // Nothing is known of an address that was computed from nothing.
  touched.known = solved_ && found != nodes_.end() && !graph_.set(found->second).empty();
  if (touched.known) (written ? touched.written : touched.read) = graph_.set(found->second);
  return touched;
}

PointsTo::Touched PointsTo::touched(const llvm::Instruction& instruction) const {
  Touched all;
  all.known = solved_;
  if (solved_) add_instruction(instruction, all);
  return all;
}

/// True when `all` has grown.
bool PointsTo::add_instruction(const llvm::Instruction& instruction, Touched& all) const {
  if (!all.known || !instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst())
    return false;
  const auto add = [&](const Touched& more) {
    const bool knew = all.known;
    all.known &= more.known;
    const bool read = all.read |= more.read;
    const bool written = all.written |= more.written;
    return read || written || knew != all.known;
  };
  const auto add_pointer = [&](const llvm::Value& pointer, bool read, bool written) {
    const bool first = read && add(touched(pointer, false));
    const bool second = written && add(touched(pointer, true));
    return first || second;
  };
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) {
    const auto place = llvm::MemoryLocation::getOrNone(&instruction);
    if (!place) return add({{}, {}, false});
    return add_pointer(*place->Ptr, instruction.mayReadFromMemory(),
                       instruction.mayWriteToMemory());
  }
  if (call->isLifetimeStartOrEnd()) return add_pointer(*call->getArgOperand(1), false, true);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic())
    return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr) return add({{}, {}, false});
  if (const auto found = functions_.find(callee); found != functions_.end())
    return add(Touched(found->second));
  auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
      const_cast<llvm::Function&>(*call->getFunction()));
  const LibraryEffect effect = library_effect(*call, library);
  if (effect == LibraryEffect::arithmetic) return false;
  if (effect != LibraryEffect::memory && !call->onlyAccessesArgMemory())
    return add({{}, {}, call->onlyAccessesInaccessibleMemory()});
  bool grown = false;
  for (const llvm::Use& argument : call->args())
    if (argument->getType()->isPointerTy()) grown |= add_pointer(*argument, true, true);
  return grown;
}

void PointsTo::summarise_functions(llvm::Module& module) {
  llvm::SmallVector<const llvm::Function*, 32> defined;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration() && !function.isInterposable()) {
      functions_.try_emplace(&function);
      defined.push_back(&function);
    }
  // Callers after callees needs few rounds; recursion needs more.
  for (bool grown = true; grown;) {
    grown = false;
    for (const llvm::Function* function : defined) {
      Touched all = functions_[function];
      bool own = false;
      for (const llvm::Instruction& instruction : llvm::instructions(*function))
        own |= add_instruction(instruction, all);
      if (own) functions_[function] = all;
      grown |= own;
    }
  }
}

bool PointsTo::overlaps(const Objects& a, const Objects& b) const {
  if (a.intersects(b)) return true;
  // The unknown object is any that has escaped.
  const Objects& escaped = graph_.set(graph_.content(unknown_));
  return (a.test(unknown_) && escaped.intersects(b)) || (b.test(unknown_) && escaped.intersects(a));
}

bool PointsTo::is_private(const Touched& touched) const {
  const Objects& escaped = graph_.set(graph_.content(unknown_));
  return touched.known && !escaped.intersects(touched.read) && !escaped.intersects(touched.written);
}

void PointsTo::share(const llvm::Value& copy, const llvm::Value& original) {
  if (const auto found = nodes_.find(&original); found != nodes_.end())
    nodes_[&copy] = Node(found->second);
}

void PointsTo::add_variable(const llvm::AllocaInst& variable) {
  const Node node = graph_.make_node();
  graph_.add_address(node, graph_.make_object());
  nodes_[&variable] = node;
}

bool PointsTo::meets(const Touched& a, const Touched& b) const {
  if (!a.known || !b.known) return true;
  return overlaps(a.written, b.read) || overlaps(a.written, b.written) ||
         overlaps(a.read, b.written);
}

}  // namespace bamboo::overlap
