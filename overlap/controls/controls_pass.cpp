// SPDX-License-Identifier: Apache-2.0
#include "controls/controls_pass.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "controls/closing.h"
#include "controls/control_remarks.h"
#include "controls/verify_control.h"
#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/invoke_lowering.h"
#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

/// Returns nothing for calls whose control part is placed.
std::optional<Reason> why_unplanned(const llvm::CallBase& call) {
  const llvm::Function& function = *call.getFunction();
  if (function.hasOptNone()) return Reason::not_optimised;
  if (function.callsFunctionThatReturnsTwice()) return Reason::setjmp;
  return std::nullopt;
}

class FunctionControls {
 public:
  FunctionControls(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                   const Summaries& summaries, PointsTo& points_to, const ProgramRequests& existing)
      : function_(function),
        points_to_(points_to),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        clobbers_(function, analyses, summaries, points_to, existing),
        placement_(clobbers_, dominators_, loops_),
        emitter_(&function) {}

  bool run(bool verify) {
    find();
    merge();
    drop_useless();
    for (const Control& control : controls_) remark_kept(control, emitter_);
    // Place all marks first: some precede calls that are then replaced.
    llvm::SmallVector<llvm::AllocaInst*, 8> slots;
    for (const Control& control : controls_) slots.push_back(mark(control));
    for (size_t i = 0; i < controls_.size(); ++i)
      for (llvm::CallInst*& call : controls_[i].calls)
        call = replace(*call, *controls_[i].planned, *slots[i]);
    for (size_t i = 0; i < controls_.size(); ++i)
      close_control(*slots[i], controls_[i].calls, dominators_, loops_);
    if (verify) verify_all(slots);
    return !controls_.empty();
  }

 private:
  void find() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function_);
    for (llvm::BasicBlock* block : blocks)
      for (llvm::Instruction& instruction : *block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const PlannedCall* planned = call == nullptr ? nullptr : planned_call(*call);
        if (planned == nullptr) continue;
        if (const auto why = why_unplanned(*call))
          remark_unplanned(*call, *why, emitter_);
        else
          controls_.push_back(placement_.place(*planned, llvm::cast<llvm::CallInst>(*call)));
      }
  }

  /// A control part that is dominated by others may be equal to one of these.
  void merge() {
    llvm::SmallVector<Control, 8> kept;
    for (Control& control : controls_)
      if (llvm::none_of(kept, [&](Control& one) { return placement_.merge(one, control); }))
        kept.push_back(std::move(control));
    controls_ = std::move(kept);
  }

  /// A control part that serves one call once gains nothing over the call's own.
  void drop_useless() {
    llvm::erase_if(controls_, [&](const Control& control) {
      const bool useless = control.loops == 0 && control.calls.size() == 1;
      if (useless) remark_anew(control, emitter_);
      return useless;
    });
  }

  llvm::AllocaInst* mark(const Control& control) {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    llvm::AllocaInst* slot = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "bamboo.control");
    points_to_.add_variable(*slot);
    builder.SetInsertPoint(control.before);
    builder.CreateStore(builder.getInt64(0), slot);
    return slot;
  }

  llvm::CallInst* replace(llvm::CallInst& call, const PlannedCall& planned,
                          llvm::AllocaInst& slot) {
    llvm::SmallVector<llvm::Value*, 12> arguments(call.args());
    const bool in_fortran = is_fortran(call);
    arguments.insert(arguments.end() - (in_fortran ? 1 : 0), &slot);  // the error code is the last
    llvm::SmallVector<llvm::Type*, 12> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const llvm::StringRef name = operation_named(planned.name)->controlled;
    const auto callee = function_.getParent()->getOrInsertFunction(
        in_fortran ? fortran_name(name) : name.str(),
        llvm::FunctionType::get(call.getType(), types, false));
    if (in_fortran) keep_linked(*call.getCalledFunction());
    llvm::IRBuilder<> builder(&call);
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setDebugLoc(call.getDebugLoc());
    made->takeName(&call);
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
    return made;
  }

  /// The linker adds the library of the binding only if something refers to it. The controlled call
  /// refers to it.
  static void keep_linked(llvm::Function& binding) {
    llvm::Module& module = *binding.getParent();
    const std::string name = ("bamboo.linked." + binding.getName()).str();
    if (module.getNamedGlobal(name) != nullptr) return;
    auto* reference = new llvm::GlobalVariable(module, binding.getType(), true,
                                               llvm::GlobalValue::PrivateLinkage, &binding, name);
    llvm::appendToUsed(module, {reference});
  }

  void verify_all(llvm::ArrayRef<llvm::AllocaInst*> slots) const {
    for (size_t i = 0; i < controls_.size(); ++i) {
      for (const llvm::CallInst* call : controls_[i].calls)
        insist(controls_[i], verify_control(*controls_[i].planned, *call, *slots[i], clobbers_));
      insist(controls_[i], verify_closed(*slots[i]));
    }
  }

  void insist(const Control& control, const std::optional<Defect>& defect) const {
    if (!defect) return;
    llvm::report_fatal_error(llvm::Twine("bamboo-plans: the control part of ") +
                                 control.planned->name + " in '" + function_.getName() +
                                 "': " + render(*defect),
                             false);
  }

  llvm::Function& function_;
  PointsTo& points_to_;
  llvm::DominatorTree& dominators_;
  llvm::LoopInfo& loops_;
  PatternClobbers clobbers_;
  Placement placement_;
  llvm::OptimizationRemarkEmitter emitter_;
  llvm::SmallVector<Control, 8> controls_;
};

bool has_planned_calls(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && planned_call(*call) != nullptr;
  });
}

}  // namespace

llvm::PreservedAnalyses ControlsPass::run(llvm::Module& module,
                                          llvm::ModuleAnalysisManager& analyses) {
  llvm::SmallVector<llvm::Function*, 8> functions;
  for (llvm::Function& function : module)
    if (has_planned_calls(function)) functions.push_back(&function);
  if (functions.empty()) return llvm::PreservedAnalyses::all();
  auto& of_functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function* function : functions) changed |= lower_mpi_invokes(*function, of_functions);
  const Summaries summaries(module, of_functions);
  PointsTo points_to(module, of_functions);
  const ProgramRequests existing(module, points_to, summaries);
  for (llvm::Function* function : functions)
    changed |=
        FunctionControls(*function, of_functions, summaries, points_to, existing).run(verify_);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace bamboo::overlap
