// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/repeated_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include <utility>
#include <vector>

#include "effects/errno_aliases.h"
#include "effects/library_functions.h"
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

/// Runs passes with the alias analysis that knows errno, which each of them drops.
class Cleaner {
 public:
  Cleaner(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        analyses_(analyses),
        errno_aliases_(analyses.getResult<llvm::TargetLibraryAnalysis>(function)) {}
  ~Cleaner() { analyses_.invalidate(function_, llvm::PreservedAnalyses::none()); }
  Cleaner(const Cleaner&) = delete;
  Cleaner& operator=(const Cleaner&) = delete;

  void run(auto pass) {
    auto kept = llvm::PreservedAnalyses::none();
    kept.preserve<llvm::TargetLibraryAnalysis>();
    analyses_.invalidate(function_, kept);
    analyses_.getResult<llvm::AAManager>(function_).addAAResult(errno_aliases_);
    pass.run(function_, analyses_);
  }

 private:
  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  ErrnoAliases errno_aliases_;
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

void remove_loads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  constexpr bool with_memory_ssa = true;
  Cleaner cleaner(function, analyses);
  cleaner.run(llvm::EarlyCSEPass(with_memory_ssa));
  const LoadTags tags(function);
  cleaner.run(
      llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), with_memory_ssa));
  tags.restore();
  cleaner.run(llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false)));
  cleaner.run(llvm::InstCombinePass());
  fold_phis_of_one_value(function, analyses);
}

}  // namespace

void remove_repeated_loads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                           const Settings& settings) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasOptNone() &&
        settings_of(function, settings).split && has_calls_of_mpi(function) &&
        has_writing_arithmetic(function, analyses))
      remove_loads(function, analyses);
}

}  // namespace bamboo::overlap
