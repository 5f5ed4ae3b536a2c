// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/function_operations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/call_mark.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/operations/conversion_remarks.h"
#include "pass/operations/error_handlers.h"
#include "pass/operations/unconverted_calls.h"
#include "regions/failure_ways.h"

namespace bamboo::overlap {

FunctionOperations::FunctionOperations(FunctionContext& context, const ProgramRequests& existing,
                                       bool has_handler)
    : context_(context), existing_(existing), has_handler_(has_handler) {
  for (llvm::Instruction& instruction : llvm::instructions(context.function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr) continue;
    calls_mpi_ |= is_mpi_function(*callee);
    if (callee->isDeclaration() && has_no_equal_form(callee->getName()))
      leave_alone(*call, Reason::no_equal_form);
    if (context.settings.existing) find_half(*call);
    find_blocking(*call);
  }
}

void FunctionOperations::find_blocking(llvm::CallBase& call) {
  const Operation* operation = blocking_operation(call);
  if (operation == nullptr || operation->kind == Kind::Controlled) return;
  if (const auto why = why_unconverted(*operation, call, context_.settings))
    return leave_alone(call, *why);
  auto& plain = llvm::cast<llvm::CallInst>(call);
  plain.setTailCallKind(llvm::CallInst::TCK_None);
  calls_.push_back({operation, &plain, why_immobile(*operation, plain), {}});
}

void FunctionOperations::find_half(llvm::CallBase& any) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&any);
  if (call == nullptr || !is_half(*call)) return;
  if (has_handler_) return leave_alone(*call, Reason::own_error_handler);
  if (touches_anything(*call)) return leave_alone(*call, Reason::any_memory);
  auto pair = std::make_unique<CallPair>();
  pair->place = call->getDebugLoc();
  pair->mark = mark_of(*call);
  pair->is_programs_own = true;
  pair->orders_ranks = existing_.orders_ranks(*call);
  if (auto started = existing_.started_by(*call)) {
    pair->initiation = call;
    pair->operation = started_operation(*call);
    pair->flight = *started;
  } else {
    const auto flight = existing_.completed_by(*call, context_.dominators(), context_.loops());
    if (const auto* why = std::get_if<Reason>(&flight)) {
      find_asked(*call, nullptr);
      return leave_alone(*call, *why);
    }
    pair->completion = call;
    pair->flight = std::get<Accesses>(flight);
    FailureWays failures;
    add_failure_ways(*call, failures);
    if (!failures.empty()) find_asked(*call, pair.get());
  }
  call->setTailCallKind(llvm::CallInst::TCK_None);
  halves_.push_back({std::move(pair), call->getCalledFunction()->getName()});
}

/// The operation is not moved, but nests behind it may be split.
void FunctionOperations::find_asked(llvm::CallInst& call, const CallPair* half) {
  if (!existing_.may_be_asked(call)) return;
  auto pair = std::make_unique<CallPair>();
  pair->place = call.getDebugLoc();
  pair->is_programs_own = true;
  pair->is_asked = true;
  pair->completion = &call;
  call.setTailCallKind(llvm::CallInst::TCK_None);
  asked_.push_back({std::move(pair), half});
}

std::optional<Reason> FunctionOperations::why_immobile(const Operation& operation,
                                                       const llvm::CallInst& call) const {
  if (has_handler_) return Reason::own_error_handler;
  const Abi abi(operation, call);
  const size_t index = operation.arguments.find(role::operation);
  // A reduction function of the user is executed while the operation makes progress.
  if (index != llvm::StringRef::npos && !abi.is_predefined_operation(*call.getArgOperand(index)))
    return Reason::own_reduction;
  if (may_touch_anything(operation, call, abi)) return Reason::any_memory;
  return std::nullopt;
}

void FunctionOperations::leave_alone(const llvm::CallBase& call, Reason why) {
  remark_unconverted(call, why, context_.emitter);
}

void FunctionOperations::convert() {
  for (ConvertedCall& one : calls_) {
    one.conversion = overlap::convert(*one.operation, *one.call, Abi(*one.operation, *one.call));
    for (auto& pair : one.conversion.pairs) {
      const Operation* started = started_operation(*pair->initiation);
      pair->orders_ranks = started != nullptr && orders_ranks(*started, *pair->initiation);
      if (one.immobile && context_.may_move()) pair->below.refusal = *one.immobile;
    }
  }
}

llvm::SmallVector<CallPair*, 16> FunctionOperations::all() const {
  llvm::SmallVector<CallPair*, 16> all;
  for (const ConvertedCall& one : calls_)
    for (const auto& pair : one.conversion.pairs) all.push_back(pair.get());
  for (const Half& half : halves_) all.push_back(half.pair.get());
  return all;
}

llvm::SmallVector<CallPair*, 16> FunctionOperations::all_and_asked() const {
  auto all = this->all();
  for (const AskedCompletion& asked : asked_) {
    const CallPair* half = asked.half;
    // A completion that has left a conditional is a different call.
    if (half != nullptr && half->conditional_exit.from != nullptr) continue;
    if (half != nullptr) asked.pair->completion = half->completion;
    llvm::erase(all, half);
    all.push_back(asked.pair.get());
  }
  return all;
}

llvm::SmallVector<CallPair*, 16> FunctionOperations::in_program_order(
    llvm::CallInst* CallPair::* half) const {
  llvm::DenseMap<const llvm::Instruction*, CallPair*> pairs;
  for (const ConvertedCall& one : calls_)
    if (!one.immobile)
      for (const auto& pair : one.conversion.pairs) pairs[pair.get()->*half] = pair.get();
  for (const Half& existing : halves_)
    if (existing.pair.get()->*half != nullptr)
      pairs[existing.pair.get()->*half] = existing.pair.get();
  llvm::SmallVector<CallPair*, 16> order;
  for (llvm::Instruction& instruction : llvm::instructions(context_.function))
    if (CallPair* pair = pairs.lookup(&instruction)) order.push_back(pair);
  return order;
}

}  // namespace bamboo::overlap
