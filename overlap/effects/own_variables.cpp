// SPDX-License-Identifier: Apache-2.0
#include "effects/own_variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "effects/library_functions.h"
#include "mpi_calls/function_traits.h"
#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

/// The function of the module that the call executes; null: another module's, or an unknown one.
const llvm::Function* own_callee(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && !callee->isDeclaration() && !callee->isInterposable() ? callee
                                                                                    : nullptr;
}

/// A call of another module's function, which accesses no variable whose address no such function
/// gets. Calls of flang's library that allocate, assign or move arrays, and copies of memory, get
/// the addresses of variables and keep none: they are no calls of another module here.
bool is_of_other_module(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library) {
  if (own_callee(call) != nullptr || call.isInlineAsm()) return false;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  const llvm::StringRef name = callee->getName();
  const bool is_runtime = name.starts_with("_Fortran") && !name.starts_with("_FortranAio");
  return !callee->isIntrinsic() && !is_runtime &&
         library_effect(call, library) != LibraryEffect::Memory;
}

/// Whether the call of another module's function accesses what its arguments refer to until it
/// returns, and not later.
bool returns_what_it_gets(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr &&
         (blocking_operation(call) != nullptr || local_inquiry(*callee) != nullptr ||
          writes_arguments_only(callee->getName()) ||
          library_effect(call, library) == LibraryEffect::Output);
}

/// Whether another module may call the function.
bool may_be_called_back(const llvm::Function& function) {
  const bool is_program = function.getName() == "main" || function.getName() == "_QQmain";
  return !function.isDeclaration() && !is_program &&
         (function.hasAddressTaken() || !function.hasLocalLinkage());
}

class Search {
 public:
  Search(llvm::Module& module, const PointsTo& points_to, llvm::FunctionAnalysisManager& analyses)
      : module_(module), points_to_(points_to), stored_(points_to.stored()) {
    for (const llvm::Function& function : module_)
      if (!function.isDeclaration()) functions_.try_emplace(&function);
    for (llvm::Function& function : module_)
      if (!function.isDeclaration())
        add_accesses(function, analyses.getResult<llvm::TargetLibraryAnalysis>(function));
    include_callees();
  }

  /// The objects that the pointer may point to, if all of them are the module's own.
  std::optional<Objects> own(const llvm::Value& pointer) const;
  const Objects& lent() const { return lent_; }

  /// What each function accesses of `objects`, with all that it calls.
  llvm::DenseMap<const llvm::Function*, Objects> accessed(const Objects& objects) const;

 private:
  struct Effects {
    Objects objects;
    bool unknown = false;  ///< accesses an address that nothing is known about
    llvm::SmallSetVector<const llvm::Function*, 4> callers;
  };
  void add_accesses(const llvm::Function& function, const llvm::TargetLibraryInfo& library);
  void add_call(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library);
  void include_callees();

  llvm::Module& module_;
  const PointsTo& points_to_;
  llvm::DenseMap<const llvm::Function*, Effects> functions_;
  Objects stored_;       ///< whose addresses are in memory
  Objects given_;        ///< whose addresses other modules get, and may keep
  Objects lent_;         ///< whose addresses they get, and do not keep
  Objects called_back_;  ///< that functions access which other modules may call
  bool anything_called_back_ = false;
  bool anything_given_ = false;
};

void Search::add_accesses(const llvm::Function& function, const llvm::TargetLibraryInfo& library) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      add_call(*call, library);
    } else if (instruction.mayReadOrWriteMemory()) {
      const PointsTo::Touched touched = points_to_.touched(instruction);
      Effects& effects = functions_[&function];
      effects.objects |= touched.read;
      effects.objects |= touched.written;
      effects.unknown |= !touched.known;
    }
  }
}

/// The arguments of a call may refer to addresses in memory: descriptors to elements, namelists to
/// descriptors, displacements of a datatype to variables.
void Search::add_call(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library) {
  if (const llvm::Function* callee = own_callee(call)) {
    functions_[callee].callers.insert(call.getFunction());
    return;
  }
  Objects passed;
  bool unknown = false;
  for (const llvm::Use& argument : call.args()) {
    passed |= points_to_.reachable(*argument);
    unknown |= argument->getType()->isPointerTy() && !llvm::isa<llvm::Constant>(argument) &&
               !points_to_.touched(*argument, true).known;
  }
  Effects& effects = functions_[call.getFunction()];
  effects.objects |= passed;
  effects.unknown |= unknown;
  if (!is_of_other_module(call, library)) return;
  (returns_what_it_gets(call, library) ? lent_ : given_) |= passed;
  anything_given_ |= unknown;
}

void Search::include_callees() {
  llvm::SmallSetVector<const llvm::Function*, 32> open;
  for (const llvm::Function& function : module_)
    if (!function.isDeclaration()) open.insert(&function);
  while (!open.empty()) {
    const Effects& effects = functions_[open.pop_back_val()];
    for (const llvm::Function* caller : effects.callers) {
      Effects& own = functions_.find(caller)->second;
      const bool grown = own.objects |= effects.objects;
      if (grown || own.unknown < effects.unknown) open.insert(caller);
      own.unknown |= effects.unknown;
    }
  }
  for (const auto& [function, effects] : functions_)
    if (may_be_called_back(*function)) {
      called_back_ |= effects.objects;
      anything_called_back_ |= effects.unknown;
    }
}

/// A function that is called back knows global variables. It finds all others only by an address in
/// memory, as do calls that get the address of that memory.
std::optional<Objects> Search::own(const llvm::Value& pointer) const {
  const PointsTo::Touched touched = points_to_.touched(pointer, true);
  const Objects& objects = touched.written;
  if (anything_given_ || !points_to_.is_private(touched) || objects.intersects(given_))
    return std::nullopt;
  const Objects globals = objects & points_to_.globals();
  const bool is_called_back = anything_called_back_ || globals.intersects(called_back_);
  if ((!globals.empty() && is_called_back) || (objects - globals).intersects(stored_) ||
      (objects & lent_).intersects(stored_))
    return std::nullopt;
  return objects;
}

llvm::DenseMap<const llvm::Function*, Objects> Search::accessed(const Objects& objects) const {
  llvm::DenseMap<const llvm::Function*, Objects> found;
  for (const auto& [function, effects] : functions_)
    found[function] = effects.unknown ? objects : effects.objects & objects;
  return found;
}

}  // namespace

OwnVariables::OwnVariables(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions,
                           const PointsTo& points_to, llvm::FunctionAnalysisManager& analyses)
    : analyses_(analyses) {
  const Search search(module, points_to, analyses);
  Objects all;
  const auto add = [&](const llvm::Value& pointer) {
    if (std::optional<Objects> objects = search.own(pointer)) {
      all |= *objects;
      const bool is_lent = objects->intersects(search.lent());
      pointers_.insert({&pointer, Target{std::move(*objects), is_lent}});
    }
  };
  for (const llvm::GlobalVariable& global : module.globals())
    if (global.hasLocalLinkage() && !global.isConstant()) add(global);
  for (const llvm::Function* function : functions) {
    for (const llvm::Argument& argument : function->args())
      if (argument.getType()->isPointerTy()) add(argument);
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          local != nullptr && local->isStaticAlloca())
        add(instruction);
  }
  accessed_ = search.accessed(all);
  for (const llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      for (const llvm::Use& operand : instruction.operands()) {
        if (!instruction.mayReadOrWriteMemory() || !operand->getType()->isPointerTy()) continue;
        const PointsTo::Touched touched = points_to.touched(*operand, true);
        if (touched.known && !touched.written.intersects(all)) others_.insert({operand, true});
      }
}

const OwnVariables::Target* OwnVariables::target_of(const llvm::Value& pointer) const {
  const auto found = pointers_.find(llvm::getUnderlyingObject(&pointer));
  return found == pointers_.end() ? nullptr : &found->second;
}

/// Points-to sets are of no use here: passes have made new values since.
bool OwnVariables::may_get(const llvm::Value& argument, const Target& target) const {
  if (argument.getType()->isFloatingPointTy() || argument.getType()->isIntegerTy(32) ||
      argument.getType()->isIntegerTy(1))
    return false;
  const llvm::Value* base = llvm::getUnderlyingObject(&argument);
  if (const Target* own = target_of(argument)) return own->objects.intersects(target.objects);
  const bool is_variable = llvm::isa<llvm::AllocaInst>(base) || llvm::isa<llvm::GlobalValue>(base);
  return !is_variable && !llvm::isa<llvm::ConstantData>(base);
}

bool OwnVariables::is_apart(const llvm::CallBase& call, const llvm::Value& pointer) const {
  const Target* target = target_of(pointer);
  if (target == nullptr) return false;
  if (const llvm::Function* callee = own_callee(call)) {
    const auto found = accessed_.find(callee);
    return found != accessed_.end() && !found->second.intersects(target->objects);
  }
  const auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
      const_cast<llvm::Function&>(*call.getFunction()));
  if (!is_of_other_module(call, library)) return false;
  return !target->is_lent || !returns_what_it_gets(call, library) ||
         llvm::none_of(call.args(),
                       [&](const llvm::Use& argument) { return may_get(*argument, *target); });
}

llvm::AliasResult OwnVariableAliases::alias(const llvm::MemoryLocation& a,
                                            const llvm::MemoryLocation& b,
                                            llvm::AAQueryInfo& /*query*/,
                                            const llvm::Instruction* /*context*/) {
  const auto differ = [&](const llvm::MemoryLocation& own, const llvm::MemoryLocation& other) {
    return own.Ptr != nullptr && other.Ptr != nullptr && variables_.contains(*own.Ptr) &&
           variables_.is_apart(*other.Ptr);
  };
  return differ(a, b) || differ(b, a) ? llvm::AliasResult::NoAlias : llvm::AliasResult::MayAlias;
}

llvm::ModRefInfo OwnVariableAliases::getModRefInfo(const llvm::CallBase* call,
                                                   const llvm::MemoryLocation& location,
                                                   llvm::AAQueryInfo& /*query*/) {
  return location.Ptr != nullptr && variables_.is_apart(*call, *location.Ptr)
             ? llvm::ModRefInfo::NoModRef
             : llvm::ModRefInfo::ModRef;
}

}  // namespace bamboo::overlap
