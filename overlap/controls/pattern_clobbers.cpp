// SPDX-License-Identifier: Apache-2.0
#include "controls/pattern_clobbers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "mpi_calls/function_traits.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// Changes by other threads become visible at this instruction.
bool synchronises(const llvm::Instruction& instruction) {
  if (instruction.isVolatile() || instruction.isAtomic()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->isInlineAsm();
}

bool is_mpi_call(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && is_mpi_function(*callee);
}

/// Elements of one array are arguments of their own.
bool are_of_one_object(const Access& one, const Access& other) {
  return llvm::getUnderlyingObject(one.memory.Ptr) == llvm::getUnderlyingObject(other.memory.Ptr);
}

/// Whether the call reads its counts or datatypes there, or in Fortran any number or handle: MPI
/// forbids that a call writes to another one of its arguments.
bool is_read_by(const llvm::CallBase& call, const Access& written, const Pattern::Read& read) {
  const Operation* operation = blocking_operation(call);
  if (!read.is_argument || operation == nullptr || are_of_one_object(written, read.access))
    return false;
  const bool is_array =
      read.access.role == AccessRole::Counts || read.access.role == AccessRole::Datatypes;
  const llvm::StringRef letters = is_array ? "AH" : "AHntomv";
  for (size_t i = 0; i < operation->arguments.size(); ++i)
    if (letters.contains(operation->arguments[i]) &&
        call.getArgOperand(i) == read.access.memory.Ptr)
      return true;
  return false;
}

/// Finds whether the address of a variable is captured; blocking calls of MPI do not keep it.
class Confidants : public llvm::CaptureTracker {
 public:
  bool has_any() const { return any_; }
  void tooManyUses() override { any_ = true; }
  bool captured(const llvm::Use* use) override {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use->getUser());
    const bool forgets = call != nullptr && call->isArgOperand(use) && is_mpi_call(*call) &&
                         (blocking_operation(*call) != nullptr ||
                          writes_arguments_only(call->getCalledFunction()->getName()));
    any_ |= !forgets;
    return any_;
  }

 private:
  bool any_ = false;
};

/// Whether only this function, and calls that get its address, can access it.
bool is_own(const llvm::Value& pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
  if (!llvm::isa<llvm::AllocaInst>(object) && !llvm::isNoAliasCall(object)) return false;
  Confidants confidants;
  llvm::PointerMayBeCaptured(object, &confidants);
  return !confidants.has_any();
}

}  // namespace

PatternClobbers::PatternClobbers(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                                 const Summaries& summaries, const PointsTo& points_to,
                                 const ProgramRequests& existing)
    : function_(function),
      analyses_(analyses),
      points_to_(points_to),
      existing_(existing),
      plain_dummies_(function),
      dependence_(analyses.getResult<llvm::AAManager>(function), summaries, points_to) {}

std::optional<Refusal> PatternClobbers::by(const llvm::Instruction& instruction,
                                           const Pattern& pattern) const {
  if (llvm::is_contained(pattern.values, &instruction)) return Reason::argument_recomputed;
  if (!instruction.mayWriteToMemory() || instruction.isDebugOrPseudoInst()) return std::nullopt;
  if (synchronises(instruction) && !pattern.reads.empty())
    return Refusal(Reason::other_thread_seen, named(instruction));
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      call != nullptr && is_mpi_call(*call))
    return by_mpi(*call, pattern);
  for (const Pattern::Read& read : pattern.reads)
    if (may_write(instruction, read))
      return Refusal(Reason::changes_pattern, named(instruction), read.access.role);
  return std::nullopt;
}

std::optional<Refusal> PatternClobbers::by_mpi(const llvm::CallBase& call,
                                               const Pattern& pattern) const {
  const bool orders = orders_ranks(call);
  for (const Pattern::Read& read : pattern.reads)
    if (orders && may_be_shared(read)) return Refusal(Reason::other_process_seen, named(call));
  const auto written = written_by_mpi(call);
  if (const auto* why = std::get_if<Reason>(&written)) return Refusal(*why, named(call));
  for (const Access& access : std::get<Accesses>(written))
    for (const Pattern::Read& read : pattern.reads)
      if (access.written && !is_read_by(call, access, read) && !are_apart(access, read))
        return Refusal(Reason::changes_pattern, named(call), read.access.role);
  return std::nullopt;
}

std::variant<Accesses, Reason> PatternClobbers::written_by_mpi(const llvm::CallBase& call) const {
  if (const Operation* operation = blocking_operation(call)) {
    const Abi abi(*operation, call);
    const size_t reduction = operation->arguments.find(role::operation);
    if (reduction != llvm::StringRef::npos &&
        !abi.is_predefined_operation(*call.getArgOperand(reduction)))
      return Reason::own_reduction;
    if (may_touch_anything(*operation, call, abi)) return Reason::any_memory;
    return accesses_of(*operation, call, abi);
  }
  if (touches_anything(call)) return Reason::any_memory;
  if (auto started = existing_.started_by(call)) return *started;
  if (completion_of(call) && call.getFunction() == &function_)
    return existing_.completed_by(call, analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                                  analyses_.getResult<llvm::LoopAnalysis>(function_));
  const LocalInquiry* inquiry = local_inquiry(*call.getCalledFunction());
  if (inquiry == nullptr && !writes_arguments_only(call.getCalledFunction()->getName()))
    return Reason::unknown_effects;
  const auto is_read_only = [&](size_t index) {
    return inquiry != nullptr && index < inquiry->arguments.size() &&
           inquiry->arguments[index] != role::writes;
  };
  Accesses accesses;
  for (const auto& [index, argument] : llvm::enumerate(call.args()))
    if (argument->getType()->isPointerTy() && !Abi::is_no_address(*argument) &&
        !is_read_only(index))
      accesses.push_back(
          {llvm::MemoryLocation::getAfter(argument.get()), true, AccessRole::Argument});
  return accesses;
}

/// Changes by other processes to shared memory become visible behind this call: a barrier, or a
/// message without elements, whose only use is synchronisation. A program that relies on other
/// kinds of synchronisation has to call MPI_Win_sync, whose effects are unknown here.
bool PatternClobbers::orders_ranks(const llvm::CallBase& call) const {
  if (existing_.orders_ranks(call)) return true;
  const Operation* operation = blocking_operation(call);
  return operation != nullptr && !operation->is_send() &&
         bamboo::overlap::orders_ranks(*operation, call);
}

/// Returns false for variables and malloc blocks that no other module can access, including MPI
/// with its windows.
bool PatternClobbers::may_be_shared(const Pattern::Read& read) const {
  if (!read.is_number) return false;
  const llvm::Value& pointer = *read.access.memory.Ptr;
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  const auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(function_);
  const bool is_here = llvm::isa<llvm::AllocaInst>(object) ||
                       (global != nullptr && global->hasLocalLinkage()) ||
                       llvm::isAllocationFn(object, &library);
  return !is_here || !points_to_.is_private(points_to_.touched(pointer, false));
}

bool PatternClobbers::is_given(const llvm::CallBase& call, const Access& read) const {
  return llvm::any_of(call.args(), [&](const llvm::Use& argument) {
    return argument->getType()->isPointerTy() &&
           !dependence_.apart(
               {llvm::MemoryLocation::getBeforeOrAfter(argument.get()), true, AccessRole::Memory},
               read);
  });
}

/// The memory may equal that of an earlier execution, or of another function.
bool PatternClobbers::are_apart(const Access& written, const Pattern::Read& read) const {
  return dependence_.apart(written, read.access) ||
         (!written.any_instance &&
          plain_dummies_.are_apart(*written.memory.Ptr, *read.access.memory.Ptr));
}

/// The effects of a call may be smaller than its summary says: MPI, or an external function, may be
/// unable to reach that memory.
bool PatternClobbers::may_write(const llvm::Instruction& instruction,
                                const Pattern::Read& read) const {
  if (!dependence_.conflicts(instruction, read.access)) return false;
  const llvm::Value& pointer = *read.access.memory.Ptr;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return !plain_dummies_.are_apart(*store->getPointerOperand(), pointer);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return true;
  if (is_own(pointer) && !is_given(*call, read.access)) return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr || callee->isDeclaration() || callee->isInterposable()) return true;
  Visited visited;
  return may_write_inside(*callee, {points_to_.touched(pointer, false), may_be_shared(read)},
                          visited);
}

bool PatternClobbers::may_write_inside(const llvm::Function& function, const Target& target,
                                       Visited& visited) const {
  if (!visited.insert(&function).second) return false;
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    return instruction.mayWriteToMemory() && !instruction.isDebugOrPseudoInst() &&
           may_write_there(instruction, target, visited);
  });
}

bool PatternClobbers::may_write_there(const llvm::Instruction& instruction, const Target& target,
                                      Visited& visited) const {
  if (synchronises(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee != nullptr && is_mpi_call(*call)) {
    if (target.is_shared && orders_ranks(*call)) return true;
    const auto written = written_by_mpi(*call);
    const auto* accesses = std::get_if<Accesses>(&written);
    return accesses == nullptr || llvm::any_of(*accesses, [&](const Access& access) {
             return access.written &&
                    points_to_.meets(points_to_.touched(*access.memory.Ptr, true), target.memory);
           });
  }
  if (callee != nullptr && !callee->isDeclaration() && !callee->isInterposable())
    return may_write_inside(*callee, target, visited);
  return points_to_.meets(points_to_.touched(instruction), target.memory);
}

}  // namespace bamboo::overlap
