// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/separate_loops.h"

#include <llvm/ADT/Any.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

bool module_calls_mpi(const llvm::Module& module) {
  return llvm::any_of(module, is_mpi_function);
}

bool calls_only_mpi(const llvm::Loop& loop) {
  const auto is_harmless = [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return true;
    const llvm::Function* called = call->getCalledFunction();
    return called != nullptr && (called->isIntrinsic() || is_mpi_function(*called));
  };
  return llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, is_harmless);
  });
}

bool has_several_loops(const llvm::Function& function) {
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(function));
  const llvm::LoopInfo loops(dominators);
  return llvm::count_if(loops, [](const llvm::Loop* loop) { return calls_only_mpi(*loop); }) > 1;
}

}  // namespace

void keep_loops_separate(llvm::PassInstrumentationCallbacks& callbacks) {
  // A pipeline has one module.
  callbacks.registerShouldRunOptionalPassCallback(
      [calls_mpi = std::optional<bool>()](llvm::StringRef pass, llvm::Any unit) mutable {
        const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
        if (pass != "JumpThreadingPass" || function == nullptr) return true;
        if (!calls_mpi) calls_mpi = module_calls_mpi(*(*function)->getParent());
        return !*calls_mpi || !has_several_loops(**function);
      });
}

}  // namespace bamboo::overlap
