// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/null_request.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// A variable of the pass that is used once, because Fortran's calls need a place for the status.
bool is_only_here(const llvm::Value& variable) {
  return llvm::isa<llvm::AllocaInst>(variable) && variable.hasOneUse();
}

}  // namespace

std::optional<Reason> why_not_for_null_request(const CallPair& pair) {
  const llvm::CallInst& wait = *pair.completion;
  const llvm::Value& status = *wait.getArgOperand(1);
  if (!pair.abi->is_null_request_certain(*wait.getModule())) return Reason::null_request_unknown;
  if (pair.abi->is_fortran()) {
    if (!Abi::is_no_address(status) && !is_only_here(status)) return Reason::status_elsewhere;
    if (may_read_error(wait)) return Reason::error_code_elsewhere;
    return std::nullopt;
  }
  if (!pair.abi->is_ignored_status(status)) return Reason::status_elsewhere;
  if (!wait.use_empty()) return Reason::error_code_read;
  return std::nullopt;
}

bool sets_null_request(const llvm::Instruction& instruction, const CallPair& pair) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && pair.abi && store->isSimple() &&
         store->getPointerOperand() == pair.request &&
         store->getValueOperand() ==
             pair.abi->null_request(*const_cast<llvm::Module*>(instruction.getModule()));
}

void store_null_request(CallPair& pair, PointsTo& points_to) {
  llvm::Module& module = *pair.completion->getModule();
  llvm::IRBuilder<> builder(pair.conditional_exit.branch);
  pair.conditional_exit.reset = builder.CreateStore(pair.abi->null_request(module), pair.request);
  points_to.add_variable(*pair.request);
  if (!pair.abi->is_fortran()) return;
  // The program's variable may not exist on the other paths.
  llvm::BasicBlock& entry = pair.completion->getFunction()->getEntryBlock();
  auto* error =
      new llvm::AllocaInst(builder.getInt32Ty(), 0, "bamboo.error", entry.getFirstInsertionPt());
  points_to.add_variable(*error);
  pair.completion->setArgOperand(pair.completion->arg_size() - 1, error);
}

void return_to_conditional(CallPair& pair) {
  pair.completion->moveBefore(pair.conditional_exit.from);
  pair.conditional_exit.reset->eraseFromParent();
  pair.conditional_exit = {};
}

void make_flight_phis(CallPair& pair, PointsTo& points_to) {
  const auto behind = [&](llvm::Value& inside) -> llvm::Value* {
    llvm::SmallVector<llvm::PHINode*, 4> made;
    llvm::SSAUpdater updater(&made);
    updater.Initialize(inside.getType(), "bamboo.flight");
    updater.AddAvailableValue(pair.conditional_exit.from->getParent(), &inside);
    updater.AddAvailableValue(pair.conditional_exit.reset->getParent(),
                              llvm::Constant::getNullValue(inside.getType()));
    llvm::Value* found = updater.GetValueInMiddleOfBlock(pair.completion->getParent());
    for (const llvm::PHINode* phi : made) points_to.share(*phi, inside);
    return found;
  };
  for (Access& access : pair.flight) {
    // The program cannot compute with this value.
    if (access.count == nullptr || access.any_instance) continue;
    access.pointer_behind = behind(*const_cast<llvm::Value*>(access.memory.Ptr));
    access.count_behind = behind(*access.count);
    if (access.type != nullptr) access.type_behind = behind(*access.type);
  }
}

}  // namespace bamboo::overlap
