// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/request_count.h"

#include <llvm/Analysis/ValueTracking.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/completions/waitall.h"

namespace bamboo::overlap {
namespace {

llvm::Value& request_of(const llvm::CallInst& completion) {
  return const_cast<llvm::Value&>(*completion_of(completion)->requests);
}

/// The requests' address, known in front of the conditionals as well.
llvm::Value& address_before(llvm::Value& pointer, llvm::Instruction& branch, PointsTo& points_to) {
  if (!llvm::isa<llvm::Instruction>(pointer)) return pointer;
  int64_t offset = 0;
  llvm::Value* base =
      llvm::GetPointerBaseWithConstantOffset(&pointer, offset, branch.getDataLayout());
  if (offset == 0) return *base;
  llvm::IRBuilder<> builder(&branch);
  llvm::Value* address = builder.CreatePtrAdd(base, builder.getInt64(offset));
  points_to.share(*address, pointer);
  return *address;
}

}  // namespace

std::optional<Reason> why_not_for_count_zero(const llvm::CallInst& wait) {
  if (is_fortran(wait)) return Reason::fortran_completion;
  if (!Abi::is_no_address(*wait.getArgOperand(wait.arg_size() - 1)))
    return Reason::status_elsewhere;
  if (!wait.use_empty()) return Reason::error_code_read;
  return std::nullopt;
}

std::optional<Reason> why_not_to_leave(const llvm::CallInst& wait, const llvm::Instruction& branch,
                                       const llvm::DominatorTree& dominators) {
  if (const auto why = why_not_for_count_zero(wait)) return why;
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(wait.getArgOperand(0));
  if (count != nullptr && count->isZero()) return Reason::waits_for_nothing;
  if (!has_waitall(*wait.getModule())) return Reason::own_waitall;
  int64_t offset = 0;
  const llvm::Value* base =
      llvm::GetPointerBaseWithConstantOffset(&request_of(wait), offset, wait.getDataLayout());
  if (!dominators.dominates(base, &branch)) return Reason::request_known_inside;
  return std::nullopt;
}

void make_count_conditional(CallPair& pair, llvm::Instruction& origin, PointsTo& points_to) {
  llvm::CallInst& wait = *pair.completion;
  llvm::BasicBlock& entry = wait.getFunction()->getEntryBlock();
  llvm::IRBuilder<> builder(&origin);
  auto* variable =
      new llvm::AllocaInst(builder.getInt32Ty(), 0, "bamboo.count", entry.getFirstInsertionPt());
  points_to.add_variable(*variable);
  builder.CreateStore(is_waitall(wait) ? wait.getArgOperand(0) : builder.getInt32(1), variable);
  builder.SetInsertPoint(pair.conditional_exit.branch);
  pair.conditional_exit.reset = builder.CreateStore(builder.getInt32(0), variable);
  llvm::Value& requests =
      address_before(request_of(wait), *pair.conditional_exit.branch, points_to);
  builder.SetInsertPoint(&wait);
  llvm::Value* count = builder.CreateLoad(builder.getInt32Ty(), variable);
  pair.completion =
      create_waitall(builder, *count, requests, *wait.getArgOperand(wait.arg_size() - 1));
  pair.completion->setDebugLoc(wait.getDebugLoc());
  wait.eraseFromParent();
}

void sink_count_load(const CallPair& pair) {
  const RequestCount count = request_count_of(*pair.completion);
  const_cast<llvm::LoadInst*>(count.read)->moveBefore(pair.completion);
  const_cast<llvm::StoreInst*>(count.begin)->moveBefore(pair.conditional_exit.from);
}

void restore_count(CallPair& pair) {
  const RequestCount count = request_count_of(*pair.completion);
  pair.completion->moveBefore(pair.conditional_exit.from);
  pair.completion->setArgOperand(0, const_cast<llvm::Value*>(count.begin->getValueOperand()));
  for (const llvm::Instruction* gone : std::initializer_list<const llvm::Instruction*>{
           count.read, count.begin, pair.conditional_exit.reset, count.variable})
    const_cast<llvm::Instruction*>(gone)->eraseFromParent();
  pair.conditional_exit = {};
}

RequestCount request_count_of(const llvm::CallInst& completion) {
  RequestCount found;
  if (!is_waitall(completion)) return found;
  found.read = llvm::dyn_cast<llvm::LoadInst>(completion.getArgOperand(0));
  if (found.read == nullptr) return found;
  found.variable = llvm::dyn_cast<llvm::AllocaInst>(found.read->getPointerOperand());
  if (found.variable == nullptr) return found;
  unsigned begins = 0;
  for (const llvm::User* user : found.variable->users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != found.variable) continue;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
    if (constant != nullptr && constant->isZero()) {
      found.none.push_back(store);
      continue;
    }
    found.begin = store;
    ++begins;
  }
  if (begins != 1) found.begin = nullptr;
  return found;
}

}  // namespace bamboo::overlap
