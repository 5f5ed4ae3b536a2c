// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/function_traits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {

bool keeps_no_address(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (operation_named(name) != nullptr || operation_started_by(name) != nullptr ||
      operation_prepared_by(name) != nullptr)
    return true;
  constexpr llvm::StringLiteral kOthers[] = {"MPI_Wait",
                                             "MPI_Waitall",
                                             "MPI_Waitany",
                                             "MPI_Test",
                                             "MPI_Testall",
                                             "MPI_Start",
                                             "MPI_Startall",
                                             "MPI_Request_free",
                                             "MPI_Init",
                                             "MPI_Finalize",
                                             "MPI_Comm_rank",
                                             "MPI_Comm_size",
                                             "MPI_Wtime",
                                             "MPI_Get_count",
                                             "MPI_Probe",
                                             "MPI_Iprobe",
                                             "MPI_Cart_create",
                                             "MPI_Cart_coords",
                                             "MPI_Cart_shift",
                                             "MPI_Dims_create",
                                             "MPI_Abort",
                                             "MPI_Type_commit",
                                             "MPI_Type_free",
                                             "MPI_Type_vector",
                                             "MPI_Type_contiguous",
                                             "MPI_Comm_free",
                                             "MPI_Comm_split",
                                             "MPI_Comm_dup",
                                             "MPI_Sendrecv_replace",
                                             "MPI_Bsend",
                                             "Bamboo_Control_close"};
  return llvm::any_of(kOthers, [&](llvm::StringRef other) { return is_spelling_of(name, other); });
}

bool keeps_types(const llvm::CallBase& call) {
  constexpr llvm::StringLiteral kOthers[] = {"MPI_Waitany", "MPI_Waitsome",  "MPI_Test",
                                             "MPI_Testall", "MPI_Start",     "MPI_Startall",
                                             "MPI_Probe",   "MPI_Get_count", "MPI_Wtime"};
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         (operation_named(callee->getName()) != nullptr || started_operation(call) != nullptr ||
          completion_of(call) || llvm::any_of(kOthers, [&](llvm::StringRef other) {
            return is_spelling_of(callee->getName(), other);
          }));
}

bool writes_arguments_only(llvm::StringRef name) {
  constexpr llvm::StringLiteral kNames[] = {
      "MPI_Comm_rank",   "MPI_Comm_size",       "MPI_Wtime",        "MPI_Wtick",
      "MPI_Get_count",   "MPI_Probe",           "MPI_Iprobe",       "MPI_Abort",
      "MPI_Type_size",   "MPI_Cart_coords",     "MPI_Cart_rank",    "MPI_Cart_shift",
      "MPI_Start",       "MPI_Startall",        "MPI_Get_elements", "MPI_Get_processor_name",
      "MPI_Initialized", "Bamboo_Control_close"};
  return llvm::any_of(kNames, [&](llvm::StringRef one) { return is_spelling_of(name, one); });
}

}  // namespace bamboo::overlap
