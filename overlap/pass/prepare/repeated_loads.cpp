// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/repeated_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <utility>
#include <vector>

#include "effects/errno_aliases.h"
#include "effects/library_functions.h"
#include "effects/own_variables.h"
#include "mpi_calls/call_mark.h"
#include "pass/options/settings_attribute.h"

namespace bamboo::overlap {
namespace {

/// Whether LLVM assumes of a mathematical function in a loop that it writes memory.
bool has_writing_arithmetic(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& library = analyses.getResult<llvm::TargetLibraryAnalysis>(function);
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && call->mayWriteToMemory() &&
           loops.getLoopFor(call->getParent()) != nullptr &&
           library_effect(*call, library) == LibraryEffect::Arithmetic;
  });
}

/// Whether a loop that calls MPI loads from such a place.
bool loads_in_exchanging_loop(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                              llvm::function_ref<bool(const llvm::Value&)> is_place) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallPtrSet<const llvm::Loop*, 4> exchanging;
  for_each_call_of_mpi(function, [&](llvm::CallBase& call) {
    if (const llvm::Loop* loop = loops.getLoopFor(call.getParent()))
      exchanging.insert(loop->getOutermostLoop());
  });
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
    return load != nullptr && loop != nullptr && exchanging.contains(loop->getOutermostLoop()) &&
           is_place(*load->getPointerOperand());
  });
}

/// Whether the module's own variables are worth their analysis.
bool may_load_own_variables(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return loads_in_exchanging_loop(function, analyses, [](const llvm::Value& pointer) {
    const llvm::Value* base = llvm::getUnderlyingObject(&pointer);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
    return llvm::isa<llvm::AllocaInst>(base) || llvm::isa<llvm::Argument>(base) ||
           (global != nullptr && global->hasLocalLinkage() && !global->isConstant());
  });
}

/// Runs passes with the alias analyses that know errno and own variables, which each of them drops.
class Cleaner {
 public:
  Cleaner(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
          const OwnVariables& variables)
      : function_(function),
        analyses_(analyses),
        errno_aliases_(analyses.getResult<llvm::TargetLibraryAnalysis>(function)),
        own_variable_aliases_(variables) {}
  ~Cleaner() { analyses_.invalidate(function_, llvm::PreservedAnalyses::none()); }
  Cleaner(const Cleaner&) = delete;
  Cleaner& operator=(const Cleaner&) = delete;

  void run(auto pass) {
    auto kept = llvm::PreservedAnalyses::none();
    kept.preserve<llvm::TargetLibraryAnalysis>();
    analyses_.invalidate(function_, kept);
    auto& aliases = analyses_.getResult<llvm::AAManager>(function_);
    aliases.addAAResult(errno_aliases_);
    aliases.addAAResult(own_variable_aliases_);
    pass.run(function_, analyses_);
  }

 private:
  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  ErrnoAliases errno_aliases_;
  OwnVariableAliases own_variable_aliases_;
};

/// The type tags of loads that stay. LLVM drops the tag of a load that it hoists out of a loop
/// which may not be executed. Then nothing uses the value.
class LoadTags {
 public:
  explicit LoadTags(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
          tag != nullptr && llvm::isa<llvm::LoadInst>(instruction))
        tags_.emplace_back(&instruction, tag);
  }

  void restore() const {
    for (const auto& [load, tag] : tags_)
      if (llvm::Value* left = load)
        llvm::cast<llvm::LoadInst>(left)->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
  }

 private:
  std::vector<std::pair<llvm::WeakVH, llvm::MDNode*>> tags_;
};

/// Phis that take over only `value` and one another.
llvm::SmallPtrSet<llvm::PHINode*, 8> phis_of_one_value(llvm::PHINode& first,
                                                       const llvm::Value& value) {
  llvm::SmallPtrSet<llvm::PHINode*, 8> found = {&first};
  llvm::SmallVector<llvm::PHINode*, 8> open = {&first};
  while (!open.empty())
    for (llvm::Value* next : open.pop_back_val()->incoming_values()) {
      if (next == &value) continue;
      auto* phi = llvm::dyn_cast<llvm::PHINode>(next);
      if (phi == nullptr) return {};
      if (found.insert(phi).second) open.push_back(phi);
    }
  return found;
}

/// Such phis take over from one iteration to the next what was loaded again in it.
void fold_phis_of_one_value(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  for (const llvm::Loop* loop :
       analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (loop->getLoopPreheader() == nullptr) continue;
    llvm::SmallVector<llvm::WeakVH, 8> phis;
    for (llvm::PHINode& phi : loop->getHeader()->phis()) phis.emplace_back(&phi);
    for (const llvm::WeakVH& one : phis) {
      auto* phi = llvm::cast_or_null<llvm::PHINode>(static_cast<llvm::Value*>(one));
      if (phi == nullptr) continue;
      llvm::Value* value = phi->getIncomingValueForBlock(loop->getLoopPreheader());
      for (llvm::PHINode* equal : phis_of_one_value(*phi, *value)) {
        equal->replaceAllUsesWith(value);
        equal->eraseFromParent();
      }
    }
  }
}

void remove_loads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                  const OwnVariables& variables) {
  constexpr bool with_memory_ssa = true;
  Cleaner cleaner(function, analyses, variables);
  cleaner.run(llvm::EarlyCSEPass(with_memory_ssa));
  // The loop pass makes this form itself, but then drops the alias analyses.
  cleaner.run(llvm::LoopSimplifyPass());
  cleaner.run(llvm::LCSSAPass());
  const LoadTags tags(function);
  // Without its tag a load does not leave the next loop around it.
  constexpr int levels = 3;
  for (int level = 0; level < levels; ++level) {
    cleaner.run(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                      with_memory_ssa));
    tags.restore();
  }
  cleaner.run(llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false)));
  cleaner.run(llvm::InstCombinePass());
  fold_phis_of_one_value(function, analyses);
}

}  // namespace

void remove_repeated_loads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                           const Settings& settings) {
  llvm::SmallVector<llvm::Function*, 16> candidates;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasOptNone() &&
        settings_of(function, settings).split && has_calls_of_mpi(function))
      candidates.push_back(&function);
  llvm::SmallVector<llvm::Function*, 16> chosen;
  for (llvm::Function* function : candidates)
    if (has_writing_arithmetic(*function, analyses) || may_load_own_variables(*function, analyses))
      chosen.push_back(function);
  if (chosen.empty()) return;
  const OwnVariables variables(module, chosen, PointsTo(module, analyses), analyses);
  const auto is_own = [&](const llvm::Value& pointer) { return variables.contains(pointer); };
  for (llvm::Function* function : chosen)
    if (has_writing_arithmetic(*function, analyses) ||
        loads_in_exchanging_loop(*function, analyses, is_own))
      remove_loads(*function, analyses, variables);
}

}  // namespace bamboo::overlap
