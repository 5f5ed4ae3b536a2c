// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/local_inquiries.h"

#include <llvm/ADT/STLExtras.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

/// Not the clocks: what a program measures between two of them would be something else.
constexpr LocalInquiry kInquiries[] = {
    {"MPI_Comm_rank", "vw"},       {"MPI_Comm_size", "vw"},     {"MPI_Comm_remote_size", "vw"},
    {"MPI_Comm_test_inter", "vw"}, {"MPI_Get_count", "rvw"},    {"MPI_Get_elements", "rvw"},
    {"MPI_Test_cancelled", "rw"},  {"MPI_Type_size", "vw"},     {"MPI_Type_get_extent", "vww"},
    {"MPI_Group_rank", "vw"},      {"MPI_Group_size", "vw"},    {"MPI_Topo_test", "vw"},
    {"MPI_Cartdim_get", "vw"},     {"MPI_Cart_rank", "vrw"},    {"MPI_Cart_coords", "vvvw"},
    {"MPI_Cart_get", "vvwww"},     {"MPI_Cart_shift", "vvvww"}, {"Bamboo_Control_close", "w"},
};

}  // namespace

const LocalInquiry* local_inquiry(const llvm::Function& function) {
  if (!function.isDeclaration()) return nullptr;
  const llvm::StringRef name = function.getName();
  const auto* found = llvm::find_if(kInquiries, [&](const LocalInquiry& inquiry) {
    const size_t error_code = name == inquiry.name ? 0 : 1;  // Fortran's last argument
    return is_spelling_of(name, inquiry.name) &&
           function.arg_size() == inquiry.arguments.size() + error_code;
  });
  return found == std::end(kInquiries) ? nullptr : found;
}

}  // namespace bamboo::overlap
