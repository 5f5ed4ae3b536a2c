// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/unconverted_calls.h"

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// Of exchanges in which some blocks have no data, which nobody knows here.
const char* why_unsafe(const Operation& operation, bool is_mpich, bool has_library) {
  const bool has_types = operation.name == "MPI_Alltoallw";
  if (!has_types && operation.name != "MPI_Alltoallv") return nullptr;
  if (is_mpich)  // seen in 4.0.2, in place
    return has_types ? "MPICH's nonblocking form loses data beside blocks of a type without data"
                     : nullptr;
  if (has_library) return nullptr;
  return "Open MPI's nonblocking form hangs where one side of a block has no elements and the "
         "other elements of a type without data; libbamboo-overlap mends it "
         "(-bamboo-overlap-library)";
}

}  // namespace

const char* why_left_alone(const Operation& operation, const llvm::CallBase& call,
                           const Settings& settings) {
  // All of them: on another rank the counterpart may be one with a control part.
  if (settings.plans && !operation.controlled.empty())
    return "plans serve blocking calls, and a nonblocking one does not match those";
  if (is_fortran(call) && !operation.is_collective() && may_read_error(call))
    return "the program may look at its error code";
  const bool is_mpich = Abi(operation, call).is_mpich();
  // Seen in Open MPI 4.1 on a periodic ring of two.
  if (operation.name.starts_with("MPI_Neighbor_alltoall") && !is_mpich)
    return "Open MPI's nonblocking form orders the blocks of a neighbour on both sides "
           "differently";
  return why_unsafe(operation, is_mpich, settings.library);
}

bool is_left_alone(llvm::StringRef name) {
  return is_spelling_of(name, "MPI_Bsend") || is_spelling_of(name, "MPI_Sendrecv_replace");
}

}  // namespace bamboo::overlap
