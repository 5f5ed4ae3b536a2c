// SPDX-License-Identifier: Apache-2.0
#include "effects/summaries.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "effects/library_functions.h"
#include "mpi_calls/function_traits.h"
#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

/// The attributes of intrinsics describe their effects, but those for the stack and for control are
/// not statements.
Obstacle intrinsic_obstacle(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::eh_typeid_for:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::get_rounding:
    case llvm::Intrinsic::set_rounding:
    case llvm::Intrinsic::get_fpenv:
    case llvm::Intrinsic::set_fpenv:
    case llvm::Intrinsic::reset_fpenv:
    case llvm::Intrinsic::get_fpmode:
    case llvm::Intrinsic::set_fpmode:
    case llvm::Intrinsic::reset_fpmode:
      return Obstacle::Synchronises;
    default:
      break;
  }
  if (call.isVolatile()) return Obstacle::Synchronises;
  return call.willReturn() || call.isAssumeLikeIntrinsic() ? Obstacle::None
                                                           : Obstacle::MayNotReturn;
}

/// The functions behind `errno`, in the C libraries.
constexpr llvm::StringLiteral errno_functions[] = {"__errno_location", "__error", "_errno",
                                                   "___errno"};

bool is_read(const llvm::Instruction& instruction) {
  return instruction.mayReadFromMemory();
}
bool is_written(const llvm::Instruction& instruction) {
  return instruction.mayWriteToMemory();
}

/// Adds the memory that `pointer` points to, from the view of this function's caller.
void add_pointer(const llvm::Value& pointer, Footprint::Touched touched, Footprint& memory) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, 12);
  for (const llvm::Value* object : objects) {
    // Its own variable, which ends with it, or nothing.
    if (llvm::isa<llvm::AllocaInst, llvm::ConstantPointerNull>(object)) continue;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
      memory.arguments[argument->getArgNo()].add(touched);
    else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
      if (!global->isConstant()) memory.globals[global].add(touched);
    } else
      memory.unknown = true;
  }
}

/// In Fortran all arguments are passed by address, and the error code comes last.
Summary summary_of(const LocalInquiry& inquiry, const llvm::Function& function) {
  Summary summary;
  auto& arguments = summary.memory.arguments;
  const bool is_c = function.getName() == inquiry.name;
  for (const auto& [number, letter] : llvm::enumerate(inquiry.arguments))
    if (letter == role::writes)
      arguments[number].written = true;
    else if (letter == role::reads || !is_c)
      arguments[number].read = true;
  if (!is_c) arguments[inquiry.arguments.size()].written = true;
  return summary;
}

/// Returns the summary of a function that reads a clock. Whether the time decides anything is known
/// only at each call.
Summary summary_of_clock(const llvm::Function& clock) {
  Summary summary;
  for (const llvm::Argument& argument : clock.args())
    if (argument.getType()->isPointerTy())
      summary.memory.arguments[argument.getArgNo()].written = true;
  return summary;
}

bool has_trip_count(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return evolution.hasLoopInvariantBackedgeTakenCount(&loop) ||
         !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getConstantMaxBackedgeTakenCount(&loop));
}

}  // namespace

Reason reason_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::None:
      break;
    case Obstacle::Clock:
      return Reason::reads_clock;
    case Obstacle::Output:
      return Reason::output;
    case Obstacle::DecidingClock:
      return Reason::clock_decides;
    case Obstacle::MayNotReturn:
      return Reason::may_not_return;
    case Obstacle::MayThrow:
      return Reason::may_throw;
    case Obstacle::Synchronises:
      return Reason::synchronises;
    case Obstacle::UnknownCall:
      return Reason::unknown_call;
    case Obstacle::CallsMpi:
      return Reason::calls_mpi;
  }
  llvm_unreachable("not an obstacle");
}

Summaries::Summaries(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                     ClockValues clocks)
    : analyses_(analyses),
      clocks_(std::move(clocks)),
      looks_at_errno_(llvm::any_of(errno_functions, [&](llvm::StringRef name) {
        return module.getFunction(name) != nullptr;
      })) {
  for (const llvm::Function& function : module) {
    if (const LocalInquiry* inquiry = local_inquiry(function))
      known_[&function] = summary_of(*inquiry, function);
    const auto is_read = [](const llvm::User* user) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      return call != nullptr && reads_clock(*call);
    };
    if (function.isDeclaration() && llvm::any_of(function.users(), is_read))
      known_[&function] = summary_of_clock(function);
  }
  llvm::CallGraph graph(module);
  for (auto group = llvm::scc_begin(&graph); !group.isAtEnd(); ++group) {
    for (const llvm::CallGraphNode* node : *group) {
      llvm::Function* function = node->getFunction();
      // The effects of a body that the linker may replace are unknown. It replaces inline functions
      // by another compilation of the same source, which does the same.
      if (function == nullptr || function->isDeclaration() || function->isInterposable()) continue;
      Summary summary = summarise(*function);
      // The function is recursive: it may not end, and a callee without a summary was taken for
      // unknown.
      if (group.hasCycle()) {
        summary.memory.unknown = true;
        if (!function->willReturn())
          summary.obstacle = std::max(summary.obstacle, Obstacle::MayNotReturn);
      }
      known_[function] = std::move(summary);
    }
  }
}

Obstacle Summaries::obstacle(const llvm::Instruction& instruction) const {
  if (instruction.isDebugOrPseudoInst()) return Obstacle::None;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return call_obstacle(*call);
  if (instruction.isVolatile() || instruction.isAtomic() || instruction.isEHPad() ||
      llvm::isa<llvm::AllocaInst>(instruction) || llvm::isa<llvm::FenceInst>(instruction))
    return Obstacle::Synchronises;
  if (instruction.mayThrow()) return Obstacle::MayThrow;
  if (llvm::isa<llvm::UnreachableInst>(instruction)) return Obstacle::MayNotReturn;
  return Obstacle::None;
}

Obstacle Summaries::call_obstacle(const llvm::CallBase& call) const {
  if (reads_clock(call))
    return clocks_.only_measures(call) ? Obstacle::Clock : Obstacle::DecidingClock;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return intrinsic_obstacle(*intrinsic);
  // A musttail call must directly precede its return.
  if (call.isInlineAsm() || call.isMustTailCall()) return Obstacle::Synchronises;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return Obstacle::UnknownCall;
  if (is_mpi_function(*callee) && local_inquiry(*callee) == nullptr) return Obstacle::CallsMpi;
  if (const auto own = split_call(&call); own && !runs_core(*own)) return Obstacle::None;
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice)) return Obstacle::Synchronises;
  if (const auto found = known_.find(callee); found != known_.end()) return found->second.obstacle;

  auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
      const_cast<llvm::Function&>(*call.getFunction()));
  switch (library_effect(call, library)) {
    case LibraryEffect::Arithmetic:
    case LibraryEffect::Memory:
      return Obstacle::None;
    case LibraryEffect::Output:
      return Obstacle::Output;
    case LibraryEffect::Clock:  // see above
    case LibraryEffect::Unknown:
      break;
  }
  // A promise of the compiler or of the user: it accesses nothing, returns, and calls no function
  // that could observe the order.
  if (call.doesNotAccessMemory() && call.doesNotThrow() && call.willReturn()) return Obstacle::None;
  return Obstacle::UnknownCall;
}

bool Summaries::is_arithmetic(const llvm::CallBase& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || known_.contains(callee)) return false;
  if (looks_at_errno_ && !call.doesNotAccessMemory()) return false;
  auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
      const_cast<llvm::Function&>(*call.getFunction()));
  return library_effect(call, library) == LibraryEffect::Arithmetic;
}

bool Summaries::is_finite(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) const {
  return llvm::isMustProgress(&loop) || has_trip_count(loop, evolution);
}

bool Summaries::may_circle(const llvm::Function& function, const llvm::LoopInfo& loops) {
  return !function.mustProgress() && llvm::mayContainIrreducibleControl(function, &loops);
}

const Footprint* Summaries::footprint(const llvm::CallBase& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  const auto found = callee == nullptr ? known_.end() : known_.find(callee);
  if (found == known_.end() || found->second.memory.unknown) return nullptr;
  return &found->second.memory;
}

void Summaries::add_memory(const llvm::Instruction& instruction, Footprint& memory) const {
  if (!instruction.mayReadOrWriteMemory() || instruction.isLifetimeStartOrEnd() ||
      instruction.isDebugOrPseudoInst())
    return;
  const Footprint::Touched touched{is_read(instruction), is_written(instruction)};
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) {
    const auto location = llvm::MemoryLocation::getOrNone(&instruction);
    if (location)
      add_pointer(*location->Ptr, touched, memory);
    else
      memory.unknown = true;
    return;
  }
  if (is_arithmetic(*call) || call->onlyAccessesInaccessibleMemory()) return;
  if (const Footprint* callee = footprint(*call)) {
    for (const auto& [number, how] : callee->arguments)
      add_pointer(*call->getArgOperand(number), how, memory);
    for (const auto& [global, how] : callee->globals) memory.globals[global].add(how);
    return;
  }
  if (!call->onlyAccessesArgMemory()) {
    memory.unknown = true;
    return;
  }
  for (const llvm::Use& argument : call->args())
    if (argument->getType()->isPointerTy()) add_pointer(*argument, touched, memory);
}

Summary Summaries::summarise(llvm::Function& function) {
  Summary summary;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    // The caller cannot see the function's own stack.
    if (!llvm::isa<llvm::AllocaInst>(instruction))
      summary.obstacle = std::max(summary.obstacle, obstacle(instruction));
    add_memory(instruction, summary.memory);
  }
  if (summary.obstacle < Obstacle::MayNotReturn && !function.willReturn()) {
    auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function);
    // A loop that must make progress may do so by its output, and never end.
    const bool has_output = summary.obstacle != Obstacle::None;
    bool ends = !may_circle(function, loops);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
      ends &= has_output ? has_trip_count(*loop, evolution) : is_finite(*loop, evolution);
    if (!ends) summary.obstacle = Obstacle::MayNotReturn;
  }
  if (summary.obstacle == Obstacle::MayThrow && function.doesNotThrow())
    summary.obstacle = Obstacle::MayNotReturn;
  return summary;
}

}  // namespace bamboo::overlap
