// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/unconverted_calls.h"

#include <llvm/ADT/STLExtras.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// For exchanges it is unknown here whether some blocks have no data.
std::optional<Reason> why_unsafe(const Operation& operation, bool is_mpich, bool has_library) {
  const bool has_types = operation.name == "MPI_Alltoallw";
  if (!has_types && operation.name != "MPI_Alltoallv") return std::nullopt;
  if (is_mpich && has_types) return Reason::mpich_loses_data;  // seen in 4.0.2, in place
  if (is_mpich || has_library) return std::nullopt;
  return Reason::open_mpi_hangs;
}

}  // namespace

std::optional<Reason> why_unconverted(const Operation& operation, const llvm::CallBase& call,
                                      const Settings& settings) {
  // In all of them, because on another rank the counterpart may be one with a control part.
  if (settings.plans && !operation.controlled.empty()) return Reason::plans_serve_blocking;
  if (is_fortran(call) && !operation.is_collective() && may_read_error(call))
    return Reason::error_code_may_be_read;
  const bool is_mpich = Abi(operation, call).is_mpich();
  // This was observed in Open MPI 4.1 on a periodic ring of two.
  if (operation.name.starts_with("MPI_Neighbor_alltoall") && !is_mpich)
    return Reason::open_mpi_orders_neighbours;
  return why_unsafe(operation, is_mpich, settings.library);
}

bool has_no_equal_form(llvm::StringRef name) {
  constexpr llvm::StringLiteral unconverted_names[] = {
#define NO_EQUAL_FORM(name) name,
#include "mpi_calls/functions.inc"
  };
  return llvm::any_of(unconverted_names,
                      [&](llvm::StringRef one) { return is_spelling_of(name, one); });
}

}  // namespace bamboo::overlap
