// SPDX-License-Identifier: Apache-2.0
#include "effects/program_requests.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "mpi_calls/argument_values.h"
#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/function_traits.h"
#include "mpi_calls/nonblocking_calls.h"
#include "regions/pending_region.h"

namespace bamboo::overlap {
namespace {

/// A pointer or count that has one value for all operations that the completion waits for: nothing
/// computes it anew between the two halves.
bool is_same_there(const llvm::Value& value, const llvm::Instruction& completion,
                   const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&value);
    return argument == nullptr || argument->getParent() == completion.getFunction();
  }
  if (instruction->getFunction() != completion.getFunction() ||
      !dominators.dominates(instruction, &completion))
    return false;
  const llvm::Loop* loop = loops.getLoopFor(instruction->getParent());
  return loop == nullptr || loop->contains(&completion);
}

/// The request; Fortran's error code comes after it.
const llvm::Value& request_of(const llvm::CallBase& initiation) {
  return *initiation.getArgOperand(initiation.arg_size() - (is_fortran(initiation) ? 2 : 1));
}

/// Whether the initiation is executed in front of each execution of the completion, or of none:
/// each condition that it is under keeps its value. An operation that a completion leaves is then
/// completed elsewhere before the next one is started, because a program must not overwrite its
/// request.
bool starts_each_time(const llvm::CallBase& initiation, const llvm::CallBase& completion,
                      const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(completion.getParent());
  if (loop != nullptr && !loop->contains(&initiation)) return false;
  for (const llvm::BasicBlock* block = initiation.getParent();
       !dominators.dominates(block, completion.getParent());) {
    block = block->getSinglePredecessor();
    const auto* branch =
        block == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr || (loop != nullptr && branch->isConditional() &&
                              !loop->getOutermostLoop()->isLoopInvariant(branch->getCondition())))
      return false;
  }
  return true;
}

/// Whether the value may be recomputed after `begin`, on a path without `end`.
bool is_renewed(const llvm::Value& value, const llvm::CallBase& begin, const llvm::CallBase& end) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && PendingRegion(begin, end).contains(*instruction);
}

/// Whether the completion waits for the operation that the initiation has started latest: both have
/// requests of one variable or block of memory, and the number is known.
bool completes_last(const llvm::CallBase& initiation, const llvm::CallBase& completion,
                    std::optional<uint64_t> bytes) {
  const llvm::Value& waited = *completion_of(completion)->requests;
  const llvm::Value& started = request_of(initiation);
  const llvm::DataLayout& layout = completion.getDataLayout();
  int64_t from = 0, at = 0;
  const llvm::Value* base = llvm::GetPointerBaseWithConstantOffset(&waited, from, layout);
  const llvm::Value* other = llvm::GetPointerBaseWithConstantOffset(&started, at, layout);
  if (!bytes || base != other || at < from || at >= from + static_cast<int64_t>(*bytes))
    return false;
  if (!llvm::isa<llvm::Instruction>(base) || llvm::isa<llvm::AllocaInst>(base)) return true;
  return initiation.getFunction() == completion.getFunction() &&
         !is_renewed(*base, initiation, completion);
}

/// Whether the completed operation was started by the same execution of the function, so that the
/// values are the same.
bool is_of_one_execution(const llvm::CallBase& initiation, const llvm::CallBase& completion,
                         const llvm::Value& request, bool is_certain) {
  if (initiation.getFunction() != completion.getFunction()) return false;
  const llvm::Function& function = *completion.getFunction();
  const bool is_program =
      function.getName() == "_QQmain" || (function.getName() == "main" && function.use_empty());
  if (is_program) return true;
  // A variable of one execution ends with that execution.
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&request));
  if (variable != nullptr && variable->isStaticAlloca())
    return llvm::getUnderlyingObject(&request_of(initiation)) == variable;
  // An operation that the completion may leave is pending until the function returns.
  llvm::SmallVector<llvm::CallInst*, 1> ends;
  if (is_certain)
    ends.push_back(const_cast<llvm::CallInst*>(llvm::cast<llvm::CallInst>(&completion)));
  const PendingRegion pending(initiation, ends);
  return llvm::none_of(function, [&](const llvm::BasicBlock& block) {
    return pending.leaves(block) && llvm::succ_empty(&block);
  });
}

/// Returns the first place in each block where the program waits for the latest operation of the
/// initiation. In the block of the initiation, only places after it count.
llvm::SmallVector<llvm::CallInst*, 4> firsts(llvm::ArrayRef<llvm::CallInst*> completions,
                                             const llvm::CallBase& initiation) {
  llvm::MapVector<const llvm::BasicBlock*, llvm::CallInst*> found;
  for (llvm::CallInst* one : completions) {
    llvm::CallInst*& first = found[one->getParent()];
    const bool is_own = one->getParent() == initiation.getParent();
    if (first == nullptr ||
        (is_own && first->comesBefore(&initiation) && initiation.comesBefore(one)))
      first = one;
  }
  llvm::SmallVector<llvm::CallInst*, 4> all;
  for (const auto& [block, first] : found) all.push_back(first);
  return all;
}

/// Whether the value is the same in all iterations of the loop. A phi takes over such values by a
/// condition that is the same, too.
bool is_fixed(const llvm::Value& value, const llvm::Loop& loop,
              const llvm::DominatorTree& dominators) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !loop.contains(instruction)) return true;
  const auto is_fixed_operand = [&](const llvm::Use& operand) {
    return is_fixed(*operand, loop, dominators);
  };
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
  if (phi == nullptr)
    return !instruction->mayReadOrWriteMemory() &&
           llvm::all_of(instruction->operands(), is_fixed_operand);
  const llvm::BasicBlock* join = phi->getParent();
  const auto* node = dominators.getNode(join);
  const llvm::BasicBlock* fork = node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  if (join == loop.getHeader() || fork == nullptr || !loop.contains(fork)) return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(fork->getTerminator());
  const auto is_side = [&](const llvm::BasicBlock* block) {
    return block == fork || block->getSinglePredecessor() == fork;
  };
  return branch != nullptr && branch->isConditional() && llvm::all_of(phi->blocks(), is_side) &&
         is_fixed(*branch->getCondition(), loop, dominators) &&
         llvm::all_of(phi->incoming_values(), is_fixed_operand);
}

/// Whether each execution of the initiation stores its request at one address, and the completion
/// waits for the requests at one address.
bool keep_their_places(const llvm::CallBase& initiation, const llvm::CallBase& completion,
                       const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(initiation.getParent());
  if (loop == nullptr) return true;
  const auto is_kept = [&](const llvm::Value& value) {
    return is_fixed(value, *loop->getOutermostLoop(), dominators);
  };
  return is_kept(request_of(initiation)) && is_kept(*completion_of(completion)->requests);
}

/// Requests in a variable at known offsets: the first byte and the end.
struct Place {
  const llvm::Value* variable = nullptr;  ///< null: it is not known
  int64_t begin = 0;
  std::optional<int64_t> end;
};

Place place_of(const llvm::Value& request, const llvm::DataLayout& layout,
               std::optional<uint64_t> bytes) {
  int64_t offset = 0;
  const llvm::Value* base = llvm::GetPointerBaseWithConstantOffset(&request, offset, layout);
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base);
  // The variable exists once while the two operations run.
  if (!llvm::isa<llvm::GlobalVariable>(base) && (local == nullptr || !local->isStaticAlloca()))
    return {};
  Place place{base, offset, std::nullopt};
  if (bytes) place.end = place.begin + static_cast<int64_t>(*bytes);
  return place;
}

/// Whether they are different places of the same variable.
bool are_apart(const Place& a, const Place& b) {
  return a.variable != nullptr && a.variable == b.variable &&
         ((a.end && *a.end <= b.begin) || (b.end && *b.end <= a.begin));
}

/// Constants such as MPI_REQUEST_NULL are no operations.
bool may_write_handles(const llvm::Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr ? !llvm::isa<llvm::Constant>(store->getValueOperand())
                          : llvm::isa<llvm::MemTransferInst>(instruction);
}

/// What a function of a library copies memory to; null: it copies none.
const llvm::Value* copied_to(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return nullptr;
  const auto is_pointer = [](const llvm::Use& argument) {
    return argument->getType()->isPointerTy();
  };
  if (llvm::isNoAliasCall(&call))  // realloc
    return llvm::any_of(call.args(), is_pointer) ? &call : nullptr;
  const llvm::StringRef name = callee->getName();
  const bool copies = name == "memcpy" || name == "memmove" || name.contains("AAssign") ||
                      name.contains("MoveAlloc") || name.contains("AllocateSource");
  return copies && call.arg_size() > 0 ? call.getArgOperand(0) : nullptr;
}

}  // namespace

ProgramRequests::ProgramRequests(llvm::Module& module, const PointsTo& points_to,
                                 const Summaries& summaries)
    : points_to_(points_to), summaries_(summaries) {
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<llvm::CallInst*, 8>> completions;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (may_write_handles(instruction)) written_.add(points_to.touched(instruction));
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      if (const llvm::Value* to = copied_to(*call))
        written_.add({{}, points_to.reachable(*to), true});
      if (auto* completion = llvm::dyn_cast<llvm::CallInst>(&instruction);
          completion != nullptr && completion_of(*completion))
        completions[&function].push_back(completion);
      if (auto accesses = started_by(*call)) {
        if (!abi_ && !is_fortran(*call)) abi_.emplace(*started_operation(*call), *call);
        initiations_.push_back({call,
                                &request_of(*call),
                                bamboo::overlap::orders_ranks(*started_operation(*call), *call),
                                touches_anything(*call),
                                *accesses,
                                {}});
      }
    }
  for (Initiation& initiation : initiations_)
    if (is_of_variable(initiation))
      for (llvm::CallInst* one : completions.lookup(initiation.call->getFunction()))
        if (const auto bytes = bytes_of_requests(*one);
            bytes && completes_last(*initiation.call, *one, bytes))
          initiation.ends.emplace_back(one);
}

std::optional<Accesses> ProgramRequests::started_by(const llvm::CallBase& call) const {
  const Operation* operation = started_operation(call);
  if (operation == nullptr) return std::nullopt;
  Accesses accesses = accesses_of(*operation, call, Abi(*operation, call), false);
  const Abi abi(*operation, call);
  const auto bytes = call.getDataLayout().getTypeStoreSize(abi.request_type());
  accesses.push_back({llvm::MemoryLocation(&request_of(call), llvm::LocationSize::precise(bytes)),
                      true, AccessRole::Request});
  return accesses;
}

bool ProgramRequests::orders_ranks(const llvm::CallBase& call) const {
  if (const Operation* operation = started_operation(call))
    return bamboo::overlap::orders_ranks(*operation, call);
  const auto completes = completion_of(call);
  if (!completes) return false;
  const auto requests = points_to_.touched(*completes->requests, false);
  return llvm::any_of(initiations_, [&](const Initiation& one) {
    return one.orders_ranks && points_to_.meets(points_to_.touched(*one.request, true), requests);
  });
}

/// Whether the program itself stores handles in these requests: they may then represent operations
/// that were started with other requests.
bool ProgramRequests::is_copied(const PointsTo::Touched& requests) const {
  return points_to_.meets(written_, requests);
}

std::variant<Accesses, Reason> ProgramRequests::completed_by(const llvm::CallBase& call,
                                                             const llvm::DominatorTree& dominators,
                                                             const llvm::LoopInfo& loops) const {
  const Completion completes = *completion_of(call);
  const llvm::Value& request = *completes.requests;
  const auto requests = points_to_.touched(request, false);
  if (!points_to_.is_private(requests)) return Reason::requests_not_seen;
  if (is_copied(requests)) return Reason::requests_copied;
  const llvm::DataLayout& layout = call.getDataLayout();
  const auto bytes = bytes_of_requests(call);
  const Place waited = place_of(request, layout, bytes);
  Accesses flight;
  for (const Initiation& initiation : initiations_) {
    if (!points_to_.meets(points_to_.touched(*initiation.request, true), requests)) continue;
    if (are_apart(place_of(*initiation.request, layout, handle_size(*initiation.call)), waited))
      continue;
    if (is_over(initiation, call)) continue;
    if (initiation.touches_anything) return Reason::any_memory;
    const bool is_certain = completes_last(*initiation.call, call, bytes);
    const bool is_now = is_of_one_execution(*initiation.call, call, request, is_certain);
    const bool is_last =
        is_certain || (is_now && keep_their_places(*initiation.call, call, dominators, loops) &&
                       (bytes || starts_each_time(*initiation.call, call, dominators, loops)));
    const auto is_same = [&](const llvm::Value& value) {
      return llvm::isa<llvm::Constant>(value) ||
             (is_now && is_same_there(value, call, dominators, loops) &&
              !is_renewed(value, *initiation.call, is_last ? call : *initiation.call));
    };
    for (Access access : initiation.accesses) {
      if (access.is_argument) continue;  // MPI has looked at them
      access.any_instance = !is_same(*access.memory.Ptr);
      if (access.count != nullptr && !is_same(*access.count)) access.count = nullptr;
      if (access.type != nullptr &&
          (!is_same(*access.type) || may_free_types(*initiation.call, call)))
        access.count = access.type = nullptr;
      flight.push_back(access);
    }
  }
  if (!Abi::is_no_address(*completes.status))
    flight.push_back({llvm::MemoryLocation::getAfter(completes.status), true, AccessRole::Status});
  const auto size =
      bytes ? llvm::LocationSize::precise(*bytes) : llvm::LocationSize::afterPointer();
  flight.push_back({llvm::MemoryLocation(&request, size), true, AccessRole::Request});
  if (completes.error == nullptr) return flight;
  const auto integer = llvm::LocationSize::precise(4);
  flight.push_back(
      {llvm::MemoryLocation(completes.error, integer), true, AccessRole::ErrorCode, false, true});
  if (completes.count != nullptr)
    flight.push_back(
        {llvm::MemoryLocation(completes.count, integer), false, AccessRole::Argument, false, true});
  return flight;
}

/// Whether the request is a variable of the function, and an operation is started once. Persistent
/// ones may be started again.
bool ProgramRequests::is_of_variable(const Initiation& initiation) {
  const auto* variable =
      llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(initiation.request));
  return variable != nullptr && variable->isStaticAlloca() &&
         operation_started_by(initiation.call->getCalledFunction()->getName()) != nullptr;
}

/// Whether the operation is complete on all paths to this completion, because the program has
/// waited for that request before.
bool ProgramRequests::is_over(const Initiation& initiation,
                              const llvm::CallBase& completion) const {
  if (initiation.call->getFunction() != completion.getFunction() || !is_of_variable(initiation))
    return false;
  llvm::SmallVector<llvm::CallInst*, 4> others;
  for (const llvm::WeakVH& end : initiation.ends)
    if (auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(static_cast<llvm::Value*>(end));
        call != nullptr && call != &completion)
      others.push_back(call);
  const PendingRegion pending(*initiation.call, firsts(others, *initiation.call));
  return !pending.contains(completion);
}

bool ProgramRequests::may_be_asked(const llvm::CallBase& call) const {
  const auto completes = completion_of(call);
  if (!completes || completes->error != nullptr || !call.getCalledFunction()->isDeclaration())
    return false;
  bool receives = false;
  for (const Initiation& initiation : initiations_) {
    if (initiation.call->getFunction() != call.getFunction()) continue;
    if (initiation.orders_ranks) return false;
    receives |= starts_message(*initiation.call) && !started_operation(*initiation.call)->is_send();
  }
  return receives;
}

/// Whether a datatype may be freed before the completion. The operation still completes, but the
/// type must not be used any more.
bool ProgramRequests::may_free_types(const llvm::CallBase& initiation,
                                     const llvm::CallBase& completion) const {
  if (initiation.getFunction() != completion.getFunction()) return true;
  const PendingRegion pending(initiation, completion);
  return llvm::any_of(
      llvm::instructions(*completion.getFunction()), [&](const llvm::Instruction& instruction) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        return call != nullptr && pending.contains(instruction) && !keeps_types(*call) &&
               summaries_.obstacle(instruction) >= Obstacle::UnknownCall;
      });
}

/// The size of the requests that the completion examines, or nothing if their number is unknown.
std::optional<uint64_t> ProgramRequests::bytes_of_requests(const llvm::CallBase& call) const {
  if (!abi_ && !is_fortran(call)) return std::nullopt;
  const Completion completes = *completion_of(call);
  if (completes.count == nullptr) return handle_size(call);
  const llvm::ConstantInt* count = constant_argument(*completes.count);
  if (count == nullptr || count->isNegative()) return std::nullopt;
  return count->getZExtValue() * handle_size(call);
}

/// The size of the requests of the call, which starts or completes some.
uint64_t ProgramRequests::handle_size(const llvm::CallBase& call) const {
  constexpr uint64_t fortran_handle = 4;
  if (is_fortran(call)) return fortran_handle;
  return call.getDataLayout().getTypeStoreSize(abi_->request_type()).getFixedValue();
}

}  // namespace bamboo::overlap
