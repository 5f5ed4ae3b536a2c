// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/operation_table.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"

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
    {"MPI_Gatherv", Kind::collective, "rntWAAtvm", "MPI_Igatherv", "Bamboo_Gatherv_controlled"},
    {"MPI_Scatter", Kind::collective, "Rntwntvm", "MPI_Iscatter"},
    {"MPI_Scatterv", Kind::collective, "RAAtwntvm", "MPI_Iscatterv", "Bamboo_Scatterv_controlled"},
    {"MPI_Allgather", Kind::collective, "rntWntm", "MPI_Iallgather"},
    {"MPI_Allgatherv", Kind::collective, "rntWAAtm", "MPI_Iallgatherv",
     "Bamboo_Allgatherv_controlled"},
    {"MPI_Alltoall", Kind::collective, "RntWntm", "MPI_Ialltoall"},
    {"MPI_Alltoallv", Kind::collective, "RAAtWAAtm", "MPI_Ialltoallv",
     "Bamboo_Alltoallv_controlled"},
    {"MPI_Alltoallw", Kind::collective, "RAAHWAAHm", "MPI_Ialltoallw",
     "Bamboo_Alltoallw_controlled"},
    {"MPI_Reduce", Kind::collective, "rwntovm", "MPI_Ireduce"},
    {"MPI_Allreduce", Kind::collective, "rwntom", "MPI_Iallreduce"},
    {"MPI_Reduce_scatter", Kind::collective, "RwAtom", "MPI_Ireduce_scatter",
     "Bamboo_Reduce_scatter_controlled"},
    {"MPI_Reduce_scatter_block", Kind::collective, "Rwntom", "MPI_Ireduce_scatter_block"},
    {"MPI_Scan", Kind::collective, "rwntom", "MPI_Iscan"},
    {"MPI_Exscan", Kind::collective, "rwntom", "MPI_Iexscan"},
    {"MPI_Neighbor_allgather", Kind::collective, "rntWntm", "MPI_Ineighbor_allgather"},
    {"MPI_Neighbor_allgatherv", Kind::collective, "rntWAAtm", "MPI_Ineighbor_allgatherv"},
    {"MPI_Neighbor_alltoall", Kind::collective, "RntWntm", "MPI_Ineighbor_alltoall"},
    {"MPI_Neighbor_alltoallv", Kind::collective, "RAAtWAAtm", "MPI_Ineighbor_alltoallv"},
    {"MPI_Neighbor_alltoallw", Kind::collective, "RAAHWAAHm", "MPI_Ineighbor_alltoallw"},
    {"Bamboo_Gatherv_controlled", Kind::controlled, "rntWAAtvmk", ""},
    {"Bamboo_Scatterv_controlled", Kind::controlled, "RAAtwntvmk", ""},
    {"Bamboo_Allgatherv_controlled", Kind::controlled, "rntWAAtmk", ""},
    {"Bamboo_Alltoallv_controlled", Kind::controlled, "RAAtWAAtmk", ""},
    {"Bamboo_Alltoallw_controlled", Kind::controlled, "RAAHWAAHmk", ""},
    {"Bamboo_Reduce_scatter_controlled", Kind::controlled, "RwAtomk", ""},
};

}  // namespace

const Operation* operation_named(llvm::StringRef name) {
  const auto* found =
      llvm::find_if(kOperations, [&](const Operation& o) { return is_spelling_of(name, o.name); });
  return found == std::end(kOperations) ? nullptr : found;
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
  return name.starts_with("MPI_") || name.starts_with("PMPI_") || is_fortran_name(name) ||
         name.starts_with("pmpi_") || name.starts_with("MPIX_") || name.starts_with("Bamboo_");
}

}  // namespace bamboo::overlap
