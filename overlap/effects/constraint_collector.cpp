// SPDX-License-Identifier: Apache-2.0
#include "effects/constraint_collector.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstVisitor.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "effects/library_functions.h"
#include "mpi_calls/function_traits.h"
#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

/// Whether the type may hold a pointer.
bool is_wide(const llvm::Type& type) {
  if (type.isPointerTy()) return true;
  if (type.isIntegerTy()) return type.getIntegerBitWidth() >= 64;
  if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(&type))
    return !vector->getElementType()->isFloatingPointTy();
  return type.isAggregateType();
}

/// Whether it is a function of flang's run-time library that keeps no address but in its arguments
/// and its result. It may copy what one argument refers to into another one, and allocate memory.
/// The functions that let a pointer refer to a target keep the target's address. Those of derived
/// types call procedures of the program for input and output.
bool is_fortran_runtime(llvm::StringRef name) {
  return name.starts_with("_FortranA") && !name.contains("Associate") &&
         !name.contains("Register") && !name.contains("DerivedType");
}

/// Whether flang's run-time library may call procedures of the program that finish or assign
/// variables of a type. The table of a type (".dt.") refers to a list (".s.") of these procedures.
bool may_have_bound_procedures(const llvm::Module& module) {
  return llvm::any_of(module.globals(), [](const llvm::GlobalVariable& global) {
    const llvm::StringRef name = global.getName();
    const bool of_program = name.starts_with("_Q") && !name.starts_with("_QM__fortran");
    return of_program &&
           (name.contains("E.s.") || (global.isDeclaration() && name.contains("E.dt.")));
  });
}

class ConstraintCollector : public llvm::InstVisitor<ConstraintCollector> {
 public:
  explicit ConstraintCollector(llvm::FunctionAnalysisManager& analyses) : analyses_(analyses) {}

  Constraints collect(llvm::Module& module);

  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& instruction);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& instruction);
  void visitReturnInst(llvm::ReturnInst& instruction);
  void visitCallBase(llvm::CallBase& call);
  void visitInstruction(llvm::Instruction& instruction);

 private:
  using Node = ConstraintGraph::Node;

  Node node(const llvm::Value& value);
  Node address_node(const llvm::Constant& constant);
  unsigned object(const llvm::Value& value);
  void escape(const llvm::Value& value);
  void add_global(llvm::GlobalVariable& global);
  void add_function(llvm::Function& function);
  bool add_known_call(llvm::CallBase& call);
  void add_memory_copy(const llvm::Value& to, const llvm::Value& from);
  void add_fortran_runtime(llvm::CallBase& call);

  llvm::FunctionAnalysisManager& analyses_;
  Constraints result_;
  ConstraintGraph& graph_ = result_.graph;
  llvm::DenseMap<const llvm::Value*, unsigned> objects_;
  llvm::DenseMap<const llvm::Function*, Node> returns_;
  bool calls_bound_procedures_ = false;  ///< flang's run-time library may
};

Constraints ConstraintCollector::collect(llvm::Module& module) {
  calls_bound_procedures_ = may_have_bound_procedures(module);
  result_.unknown = graph_.make_object();
  // Other modules hold pointers to themselves and to everything that has escaped to them. They may
  // store any of these wherever they can reach.
  const Node others = graph_.content(result_.unknown);
  graph_.add_address(others, result_.unknown);
  graph_.add_load(others, others);
  graph_.add_store(others, others);
  for (llvm::GlobalVariable& global : module.globals()) add_global(global);
  for (llvm::GlobalAlias& alias : module.aliases())
    if (!alias.hasLocalLinkage()) graph_.add_copy(others, address_node(alias));
  for (llvm::Function& function : module) add_function(function);
  for (llvm::Function& function : module) visit(function);
  return std::move(result_);
}

unsigned ConstraintCollector::object(const llvm::Value& value) {
  const auto [found, is_new] = objects_.try_emplace(&value, 0);
  if (is_new) found->second = graph_.make_object();
  return found->second;
}

ConstraintGraph::Node ConstraintCollector::address_node(const llvm::Constant& constant) {
  const Node made = graph_.make_node();
  llvm::SmallVector<const llvm::Constant*, 4> open = {&constant};
  while (!open.empty()) {
    const llvm::Constant* one = open.pop_back_val();
    if (llvm::isa<llvm::GlobalVariable>(one))
      graph_.add_address(made, object(*one));
    else if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(one))
      open.push_back(alias->getAliasee());
    else if (llvm::isa<llvm::ConstantExpr>(one) || llvm::isa<llvm::ConstantAggregate>(one))
      for (const llvm::Use& part : one->operands())
        open.push_back(llvm::cast<llvm::Constant>(part.get()));
    else if (llvm::isa<llvm::GlobalValue>(one))
      graph_.add_address(made, result_.unknown);
  }
  return made;
}

ConstraintGraph::Node ConstraintCollector::node(const llvm::Value& value) {
  if (const auto found = result_.nodes.find(&value); found != result_.nodes.end())
    return found->second;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
  const Node made = constant != nullptr ? address_node(*constant) : graph_.make_node();
  result_.nodes[&value] = made;
  return made;
}

void ConstraintCollector::escape(const llvm::Value& value) {
  if (is_wide(*value.getType())) graph_.add_copy(graph_.content(result_.unknown), node(value));
}

void ConstraintCollector::add_global(llvm::GlobalVariable& global) {
  const unsigned own = object(global);
  if (global.hasInitializer())
    graph_.add_copy(graph_.content(own), address_node(*global.getInitializer()));
  if (!global.hasLocalLinkage()) graph_.add_address(graph_.content(result_.unknown), own);
  result_.globals.set(own);
  if (global.isConstant()) result_.constants.set(own);
}

void ConstraintCollector::add_function(llvm::Function& function) {
  if (function.isDeclaration()) return;
  returns_[&function] = graph_.make_node();
  // A function that other modules call gets their pointers and returns values to them. The same
  // holds for functions with variable arguments, whose calls let all arguments escape.
  if (function.hasLocalLinkage() && !function.hasAddressTaken() && !function.isVarArg()) return;
  const Node others = graph_.content(result_.unknown);
  for (llvm::Argument& argument : function.args())
    if (is_wide(*argument.getType())) graph_.add_copy(node(argument), others);
  graph_.add_copy(others, returns_[&function]);
}

void ConstraintCollector::visitAllocaInst(llvm::AllocaInst& instruction) {
  graph_.add_address(node(instruction), object(instruction));
}

void ConstraintCollector::visitLoadInst(llvm::LoadInst& instruction) {
  const Node pointer = node(*instruction.getPointerOperand());
  if (is_wide(*instruction.getType())) graph_.add_load(node(instruction), pointer);
}

void ConstraintCollector::visitStoreInst(llvm::StoreInst& instruction) {
  const Node pointer = node(*instruction.getPointerOperand());
  if (is_wide(*instruction.getValueOperand()->getType()))
    graph_.add_store(pointer, node(*instruction.getValueOperand()));
}

void ConstraintCollector::visitGetElementPtrInst(llvm::GetElementPtrInst& instruction) {
  graph_.add_copy(node(instruction), node(*instruction.getPointerOperand()));
}

void ConstraintCollector::visitAtomicRMWInst(llvm::AtomicRMWInst& instruction) {
  graph_.add_store(node(*instruction.getPointerOperand()), node(*instruction.getValOperand()));
  graph_.add_load(node(instruction), node(*instruction.getPointerOperand()));
}

void ConstraintCollector::visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& instruction) {
  graph_.add_store(node(*instruction.getPointerOperand()), node(*instruction.getNewValOperand()));
  graph_.add_load(node(instruction), node(*instruction.getPointerOperand()));
}

void ConstraintCollector::visitReturnInst(llvm::ReturnInst& instruction) {
  const llvm::Value* value = instruction.getReturnValue();
  if (value != nullptr && is_wide(*value->getType()))
    graph_.add_copy(returns_[instruction.getFunction()], node(*value));
}

void ConstraintCollector::add_memory_copy(const llvm::Value& to, const llvm::Value& from) {
  const Node content = graph_.make_node();
  graph_.add_load(content, node(from));
  graph_.add_store(node(to), content);
}

/// The call may allocate memory for its arguments, and copy descriptors and what they describe. I/O
/// moves numbers and characters only, whose addresses it keeps in the state of its statement.
void ConstraintCollector::add_fortran_runtime(llvm::CallBase& call) {
  if (call.getType()->isPointerTy()) graph_.add_address(node(call), object(call));
  if (call.getCalledFunction()->getName().starts_with("_FortranAio")) return;
  const Node allocated = graph_.make_node();
  graph_.add_address(allocated, object(call));
  llvm::SmallVector<const llvm::Value*, 4> variables;
  for (const llvm::Use& argument : call.args()) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripInBoundsOffsets());
    if (argument->getType()->isPointerTy() && (global == nullptr || !global->isConstant()))
      variables.push_back(argument);
  }
  for (const llvm::Value* to : variables) {
    graph_.add_store(node(*to), allocated);
    for (const llvm::Value* from : variables)
      if (from != to) add_memory_copy(*to, *from);
  }
}

/// Handles calls with known effects on pointers.
bool ConstraintCollector::add_known_call(llvm::CallBase& call) {
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    add_memory_copy(*copy->getRawDest(), *copy->getRawSource());
    return true;
  }
  if (llvm::isa<llvm::MemSetInst>(call) || call.isLifetimeStartOrEnd()) return true;
  llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  if (llvm::isNoAliasCall(&call)) {
    graph_.add_address(node(call), object(call));
    // realloc: the new block has the contents of the old one.
    for (const llvm::Use& argument : call.args())
      if (argument->getType()->isPointerTy()) add_memory_copy(call, *argument);
    if (callee->isDeclaration()) return true;
  }
  if (const auto found = returns_.find(callee);
      found != returns_.end() && !callee->isInterposable() && !callee->isVarArg()) {
    for (llvm::Argument& argument : callee->args())
      if (is_wide(*argument.getType()) && argument.getArgNo() < call.arg_size())
        graph_.add_copy(node(argument), node(*call.getArgOperand(argument.getArgNo())));
    if (llvm::isNoAliasCall(&call)) {
      // An allocation: each call makes a new block, which contains whatever is stored in it.
      const Node content = graph_.make_node();
      graph_.add_load(content, found->second);
      graph_.add_store(node(call), content);
    } else if (is_wide(*call.getType())) {
      graph_.add_copy(node(call), found->second);
    }
    return true;
  }
  if (is_mpi_function(*callee)) return keeps_no_address(*callee);
  if (callee->isDeclaration() && is_fortran_runtime(callee->getName()) &&
      !calls_bound_procedures_) {
    add_fortran_runtime(call);
    return true;
  }
  auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(*call.getFunction());
  switch (library_effect(call, library)) {
    case LibraryEffect::Arithmetic:
    case LibraryEffect::Output:
    case LibraryEffect::Clock:
      return true;
    case LibraryEffect::Memory:
      // Copies move pointers from one argument's memory to the other's, searches return one.
      if (call.arg_size() >= 2 && call.getArgOperand(0)->getType()->isPointerTy() &&
          call.getArgOperand(1)->getType()->isPointerTy())
        add_memory_copy(*call.getArgOperand(0), *call.getArgOperand(1));
      if (call.getType()->isPointerTy() && call.arg_size() > 0)
        graph_.add_copy(node(call), node(*call.getArgOperand(0)));
      return true;
    case LibraryEffect::Unknown:
      break;
  }
  // A pure function of its operands, including LLVM's own. One that reads memory may find pointers
  // there.
  if (call.doesNotAccessMemory()) {
    for (const llvm::Use& argument : call.args())
      if (is_wide(*call.getType()) && is_wide(*argument->getType()))
        graph_.add_copy(node(call), node(*argument));
    return true;
  }
  return callee->isIntrinsic() && llvm::cast<llvm::IntrinsicInst>(call).isAssumeLikeIntrinsic();
}

void ConstraintCollector::visitCallBase(llvm::CallBase& call) {
  for (const llvm::Use& argument : call.args())
    if (argument->getType()->isPointerTy()) node(*argument);  // one may ask for it
  if (add_known_call(call)) return;
  for (const llvm::Use& argument : call.args()) escape(*argument);
  if (is_wide(*call.getType())) graph_.add_copy(node(call), graph_.content(result_.unknown));
}

/// Everything else that computes a pointer does so from its operands.
void ConstraintCollector::visitInstruction(llvm::Instruction& instruction) {
  if (!is_wide(*instruction.getType())) return;
  if (instruction.mayReadFromMemory() || llvm::isa<llvm::LandingPadInst>(instruction)) {
    graph_.add_copy(node(instruction), graph_.content(result_.unknown));
    return;
  }
  for (const llvm::Use& operand : instruction.operands())
    if (is_wide(*operand->getType()) && !operand->getType()->isLabelTy())
      graph_.add_copy(node(instruction), node(*operand));
}

}  // namespace

Constraints collect_constraints(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
  return ConstraintCollector(analyses).collect(module);
}

}  // namespace bamboo::overlap
