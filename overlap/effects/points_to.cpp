// SPDX-License-Identifier: Apache-2.0
#include "effects/points_to.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// Steps of the solver for each node; programs need some ten.
constexpr size_t budget = 50'000'000;

}  // namespace

PointsTo::PointsTo(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
    : analyses_(analyses),
      constraints_(collect_constraints(module, analyses)),
      solved_(constraints_.graph.solve(budget)) {
  if (solved_) summarise_functions(module);
}

PointsTo::Touched PointsTo::touched(const llvm::Value& pointer, bool written) const {
  Touched touched;
  const auto found = constraints_.nodes.find(&pointer);
  if (!solved_ || found == constraints_.nodes.end()) return {{}, {}, false};
  const Objects& objects = constraints_.graph.set(found->second);
  // The target of an address is unknown if no known address leads to it.
  touched.known = !objects.empty();
  // No access to a constant conflicts with another one.
  (written ? touched.written : touched.read) = objects - constraints_.constants;
  return touched;
}

PointsTo::Touched PointsTo::touched(const llvm::Instruction& instruction) const {
  Touched all;
  all.known = solved_;
  if (solved_) add_instruction(instruction, all);
  return all;
}

/// Returns true if `all` has grown.
bool PointsTo::add_instruction(const llvm::Instruction& instruction, Touched& all) const {
  if (!all.known || !instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst())
    return false;
  const auto add_pointer = [&](const llvm::Value& pointer, bool read, bool written) {
    const bool first = read && all.add(touched(pointer, false));
    const bool second = written && all.add(touched(pointer, true));
    return first || second;
  };
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) {
    const auto place = llvm::MemoryLocation::getOrNone(&instruction);
    if (!place) return all.add({{}, {}, false});
    return add_pointer(*place->Ptr, instruction.mayReadFromMemory(),
                       instruction.mayWriteToMemory());
  }
  if (call->isLifetimeStartOrEnd()) return add_pointer(*call->getArgOperand(1), false, true);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic())
    return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr) return all.add({{}, {}, false});
  if (const auto found = functions_.find(callee); found != functions_.end())
    return all.add(Touched(found->second));
  auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
      const_cast<llvm::Function&>(*call->getFunction()));
  const LibraryEffect effect = library_effect(*call, library);
  if (effect == LibraryEffect::Arithmetic) return false;
  const bool is_of_arguments = effect == LibraryEffect::Memory || effect == LibraryEffect::Clock ||
                               call->onlyAccessesArgMemory();
  if (!is_of_arguments) return all.add({{}, {}, call->onlyAccessesInaccessibleMemory()});
  bool grown = false;
  for (const llvm::Use& argument : call->args())
    if (argument->getType()->isPointerTy() && !llvm::isa<llvm::ConstantPointerNull>(argument))
      grown |= add_pointer(*argument, true, true);
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
  const auto meets_escaped = [&](const Objects& unknown, const Objects& other) {
    return unknown.test(constraints_.unknown) && escaped().intersects(other);
  };
  return meets_escaped(a, b) || meets_escaped(b, a);
}

bool PointsTo::is_private(const Touched& touched) const {
  return touched.known && !escaped().intersects(touched.read) &&
         !escaped().intersects(touched.written);
}

Objects PointsTo::reachable(const llvm::Value& pointer) const {
  const auto found = constraints_.nodes.find(&pointer);
  if (found == constraints_.nodes.end()) return {};
  Objects all = constraints_.graph.set(found->second);
  for (Objects open = all; !open.empty();) {
    Objects next;
    for (const unsigned object : open)
      next |= constraints_.graph.set(constraints_.graph.content(object));
    open = next - all;
    all |= next;
  }
  return all;
}

Objects PointsTo::stored() const {
  Objects all;
  for (unsigned object = 0; object < constraints_.graph.objects(); ++object)
    all |= constraints_.graph.set(constraints_.graph.content(object));
  return all;
}

void PointsTo::share(const llvm::Value& copy, const llvm::Value& original) {
  auto& nodes = constraints_.nodes;
  if (const auto found = nodes.find(&original); found != nodes.end())
    nodes[&copy] = ConstraintGraph::Node(found->second);
}

void PointsTo::add_variable(const llvm::AllocaInst& variable) {
  ConstraintGraph& graph = constraints_.graph;
  const ConstraintGraph::Node node = graph.make_node();
  graph.add_address(node, graph.make_object());
  constraints_.nodes[&variable] = node;
}

bool PointsTo::meets(const Touched& a, const Touched& b) const {
  if (!a.known || !b.known) return true;
  return overlaps(a.written, b.read) || overlaps(a.written, b.written) ||
         overlaps(a.read, b.written);
}

}  // namespace bamboo::overlap
