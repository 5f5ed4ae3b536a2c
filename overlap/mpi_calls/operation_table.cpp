// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/operation_table.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "mpi_calls/argument_values.h"
#include "pass/completions/waitall.h"

namespace bamboo::overlap {
namespace {

constexpr Operation kOperations[] = {
    {"MPI_Send", Kind::point_to_point, "rntvvm", "MPI_Isend"},
    {"MPI_Ssend", Kind::point_to_point, "rntvvm", "MPI_Issend"},
    {"MPI_Rsend", Kind::point_to_point, "rntvvm", "MPI_Irsend"},
    {"MPI_Recv", Kind::point_to_point, "wntvvms", "MPI_Irecv"},
    {"MPI_Sendrecv", Kind::exchange, "rntvvwntvvms", ""},
    {"MPI_Barrier", Kind::barrier, "m", "MPI_Ibarrier"},
    {"MPI_Bcast", Kind::collective, "xntvm", "MPI_Ibcast"},
    {"MPI_Gather", Kind::collective, "rntWntvm", "MPI_Igather"},
    {"MPI_Gatherv", Kind::collective, "rntWAAtvm", "MPI_Igatherv"},
    {"MPI_Scatter", Kind::collective, "Rntwntvm", "MPI_Iscatter"},
    {"MPI_Scatterv", Kind::collective, "RAAtwntvm", "MPI_Iscatterv"},
    {"MPI_Allgather", Kind::collective, "rntWntm", "MPI_Iallgather"},
    {"MPI_Allgatherv", Kind::collective, "rntWAAtm", "MPI_Iallgatherv"},
    {"MPI_Alltoall", Kind::collective, "RntWntm", "MPI_Ialltoall"},
    {"MPI_Alltoallv", Kind::collective, "RAAtWAAtm", "MPI_Ialltoallv"},
    {"MPI_Alltoallw", Kind::collective, "RAAHWAAHm", "MPI_Ialltoallw"},
    {"MPI_Reduce", Kind::collective, "rwntovm", "MPI_Ireduce"},
    {"MPI_Allreduce", Kind::collective, "rwntom", "MPI_Iallreduce"},
    {"MPI_Reduce_scatter", Kind::collective, "RwAtom", "MPI_Ireduce_scatter"},
    {"MPI_Reduce_scatter_block", Kind::collective, "Rwntom", "MPI_Ireduce_scatter_block"},
    {"MPI_Scan", Kind::collective, "rwntom", "MPI_Iscan"},
    {"MPI_Exscan", Kind::collective, "rwntom", "MPI_Iexscan"},
    {"MPI_Neighbor_allgather", Kind::collective, "rntWntm", "MPI_Ineighbor_allgather"},
    {"MPI_Neighbor_allgatherv", Kind::collective, "rntWAAtm", "MPI_Ineighbor_allgatherv"},
    {"MPI_Neighbor_alltoall", Kind::collective, "RntWntm", "MPI_Ineighbor_alltoall"},
    {"MPI_Neighbor_alltoallv", Kind::collective, "RAAtWAAtm", "MPI_Ineighbor_alltoallv"},
    {"MPI_Neighbor_alltoallw", Kind::collective, "RAAHWAAHm", "MPI_Ineighbor_alltoallw"},
    {"Bamboo_Alltoallv_controlled", Kind::controlled, "RAAtWAAtmk", ""},
};

}  // namespace

bool orders_ranks(const Operation& operation, const llvm::CallBase& call) {
  if (operation.kind != Kind::point_to_point && operation.kind != Kind::exchange)
    return operation.kind == Kind::barrier;
  const auto last = static_cast<unsigned>(operation.arguments.rfind(role::count));
  const llvm::ConstantInt* count = handed_constant(*call.getArgOperand(last));
  return count != nullptr && count->isZero();
}

bool may_read_error(const llvm::CallBase& call) {
  const llvm::Value* code = call.getArgOperand(call.arg_size() - 1);
  if (!llvm::isa<llvm::AllocaInst>(code)) return true;
  return !llvm::all_of(code->users(), [](const llvm::User* user) {
    const auto* other = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = other == nullptr ? nullptr : other->getCalledFunction();
    return callee != nullptr && (is_mpi_function(*callee) || other->isLifetimeStartOrEnd());
  });
}

/// True when `status` is handed to nobody but MPI's functions that fill one.
static bool is_only_filled(const llvm::Value& status) {
  return llvm::all_of(status.uses(), [](const llvm::Use& use) {
    if (llvm::isa<llvm::GEPOperator>(use.getUser())) return is_only_filled(*use.getUser());
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call == nullptr || !call->isArgOperand(&use)) return false;
    if (call->isLifetimeStartOrEnd()) return true;
    const Operation* operation = blocking_operation(*call);
    const llvm::Function* callee = call->getCalledFunction();
    const bool has_status =
        (operation != nullptr && operation->arguments.back() == role::status) ||
        is_waitall(*call) ||
        (callee != nullptr && callee->isDeclaration() && callee->getName() == "MPI_Wait");
    return has_status && call->getArgOperandNo(&use) + 1 == call->arg_size();
  });
}

bool may_read_status(const llvm::CallBase& call) {
  const llvm::Value* status = call.getArgOperand(call.arg_size() - 1);
  const llvm::Value* variable = llvm::getUnderlyingObject(status);
  return is_fortran(call) || !llvm::isa<llvm::AllocaInst>(variable) || !is_only_filled(*variable);
}

// "MPI_Send", and what Fortran compilers make of it.
bool is_spelling_of(llvm::StringRef name, llvm::StringRef function) {
  return name == function ||
         (name.consume_back("_") && name.starts_with("mpi_") && name.equals_insensitive(function));
}

const Operation* operation_named(llvm::StringRef name) {
  const auto* found =
      llvm::find_if(kOperations, [&](const Operation& o) { return is_spelling_of(name, o.name); });
  return found == std::end(kOperations) ? nullptr : found;
}

std::string fortran_name(llvm::StringRef function) {
  return function.lower() + "_";
}

bool is_fortran(const llvm::CallBase& call) {
  return call.getCalledFunction()->getName().starts_with("mpi_");
}

const Operation* operation_started_by(llvm::StringRef name) {
  if (name.empty()) return nullptr;
  const auto* found = llvm::find_if(
      kOperations, [&](const Operation& o) { return is_spelling_of(name, o.nonblocking); });
  return found == std::end(kOperations) ? nullptr : found;
}

const Operation* operation_prepared_by(llvm::StringRef name) {
  if (name.consume_back("_init")) return operation_named(name);
  return name.consume_back("_init_") ? operation_named((name + "_").str()) : nullptr;
}

namespace {

/// A function of another library may have the name by chance, or be declared by hand and wrongly.
bool has_types_of(const Operation& operation, const llvm::CallBase& call) {
  if (is_fortran(call))  // all arguments by reference, the error code last
    return call.getType()->isVoidTy() && call.arg_size() == operation.arguments.size() + 1 &&
           llvm::all_of(call.args(), [](const llvm::Use& argument) {
             return argument->getType()->isPointerTy();
           });
  if (call.arg_size() != operation.arguments.size() || !call.getType()->isIntegerTy(32))
    return false;
  for (size_t i = 0; i < operation.arguments.size(); ++i) {
    const llvm::Type* type = call.getArgOperand(i)->getType();
    switch (operation.arguments[i]) {
      case role::count:
      case role::value:
        if (!type->isIntegerTy(32)) return false;
        break;
      case role::type:
      case role::operation:
      case role::communicator:
        if (!type->isIntegerTy(32) && !type->isPointerTy()) return false;
        break;
      default:
        if (!type->isPointerTy()) return false;
    }
  }
  return true;
}

}  // namespace

const Operation* blocking_operation(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return nullptr;
  const Operation* operation = operation_named(callee->getName());
  return operation != nullptr && has_types_of(*operation, call) ? operation : nullptr;
}

bool is_mpi_function(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(kGuardPrefix);
  return name.starts_with("MPI_") || name.starts_with("PMPI_") || name.starts_with("mpi_") ||
         name.starts_with("pmpi_") || name.starts_with("MPIX_") || name.starts_with("Bamboo_");
}

bool is_left_alone(llvm::StringRef name) {
  return is_spelling_of(name, "MPI_Bsend") || is_spelling_of(name, "MPI_Sendrecv_replace");
}

}  // namespace bamboo::overlap
