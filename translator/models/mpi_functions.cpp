// SPDX-License-Identifier: Apache-2.0
#include "models/mpi_functions.h"

#include "syntax/calls.h"

namespace bamboo::translator {
namespace {

constexpr MpiFunction kPointToPoint[] = {
    {"MPI_Send", MpiRole::send, 0, -1, 3, -1},
    {"MPI_Bsend", MpiRole::send, 0, -1, 3, -1},
    {"MPI_Ssend", MpiRole::send, 0, -1, 3, -1},
    {"MPI_Rsend", MpiRole::send, 0, -1, 3, -1},
    {"MPI_Isend", MpiRole::send, 0, -1, 3, 6},
    {"MPI_Ibsend", MpiRole::send, 0, -1, 3, 6},
    {"MPI_Issend", MpiRole::send, 0, -1, 3, 6},
    {"MPI_Irsend", MpiRole::send, 0, -1, 3, 6},
    {"MPI_Send_init", MpiRole::prepare, 0, -1, 3, 6},
    {"MPI_Bsend_init", MpiRole::prepare, 0, -1, 3, 6},
    {"MPI_Ssend_init", MpiRole::prepare, 0, -1, 3, 6},
    {"MPI_Rsend_init", MpiRole::prepare, 0, -1, 3, 6},
    {"MPI_Recv", MpiRole::receive, -1, 0, 3, -1},
    {"MPI_Mrecv", MpiRole::receive, -1, 0, -1, -1},
    {"MPI_Irecv", MpiRole::post, -1, 0, 3, 6},
    {"MPI_Imrecv", MpiRole::post, -1, 0, -1, 4},
    {"MPI_Recv_init", MpiRole::prepare, -1, 0, 3, 6},
    {"MPI_Probe", MpiRole::receive, -1, -1, 0, -1},
    {"MPI_Mprobe", MpiRole::receive, -1, -1, 0, -1},
    {"MPI_Iprobe", MpiRole::probe, -1, -1, 0, -1},
    {"MPI_Improbe", MpiRole::probe, -1, -1, 0, -1},
    {"MPI_Request_get_status", MpiRole::probe, -1, -1, -1, 0},
    {"MPI_Request_get_status_any", MpiRole::probe, -1, -1, -1, 1},
    {"MPI_Request_get_status_all", MpiRole::probe, -1, -1, -1, 1},
    {"MPI_Request_get_status_some", MpiRole::probe, -1, -1, -1, 1},
    {"MPI_Sendrecv", MpiRole::exchange, 0, 5, 8, -1},
    {"MPI_Sendrecv_replace", MpiRole::exchange, 0, 0, 5, -1},
    {"MPI_Isendrecv", MpiRole::exchange, 0, 5, 8, 11},
    {"MPI_Isendrecv_replace", MpiRole::exchange, 0, 0, 5, 8},
    {"MPI_Psend_init", MpiRole::prepare, 0, -1, 4, 8},
    {"MPI_Precv_init", MpiRole::prepare, -1, 0, 4, 8},
    {"MPI_Pready", MpiRole::send, -1, -1, -1, 1},
    {"MPI_Pready_range", MpiRole::send, -1, -1, -1, 2},
    {"MPI_Pready_list", MpiRole::send, -1, -1, -1, 2},
    {"MPI_Parrived", MpiRole::probe, -1, -1, -1, 0},
    {"MPI_Start", MpiRole::start, -1, -1, -1, 0},
    {"MPI_Startall", MpiRole::start, -1, -1, -1, 1},
    {"MPI_Wait", MpiRole::wait, -1, -1, -1, 0},
    {"MPI_Waitall", MpiRole::wait, -1, -1, -1, 1},
    {"MPI_Waitany", MpiRole::wait, -1, -1, -1, 1},
    {"MPI_Waitsome", MpiRole::wait, -1, -1, -1, 1},
    {"MPI_Test", MpiRole::wait, -1, -1, -1, 0},
    {"MPI_Testall", MpiRole::wait, -1, -1, -1, 1},
    {"MPI_Testany", MpiRole::wait, -1, -1, -1, 1},
    {"MPI_Testsome", MpiRole::wait, -1, -1, -1, 1},
};

constexpr MpiFunction kLocal = {"", MpiRole::local, -1, -1, -1, -1};
constexpr MpiFunction kCollective = {"", MpiRole::collective, -1, -1, -1, -1};

/// Families whose members never wait for another rank.
constexpr llvm::StringLiteral kLocalPrefixes[] = {"MPI_Wtime",
                                                  "MPI_Wtick",
                                                  "MPI_Comm_rank",
                                                  "MPI_Comm_size",
                                                  "MPI_Comm_get",
                                                  "MPI_Comm_compare",
                                                  "MPI_Comm_group",
                                                  "MPI_Comm_remote_",
                                                  "MPI_Comm_test_inter",
                                                  "MPI_Comm_set",
                                                  "MPI_Get_",
                                                  "MPI_Type_",
                                                  "MPI_Pack",
                                                  "MPI_Unpack",
                                                  "MPI_Error_",
                                                  "MPI_Cart_coords",
                                                  "MPI_Cart_rank",
                                                  "MPI_Cart_shift",
                                                  "MPI_Cart_get",
                                                  "MPI_Cartdim_get",
                                                  "MPI_Cart_map",
                                                  "MPI_Graph_get",
                                                  "MPI_Graph_map",
                                                  "MPI_Graph_neighbors",
                                                  "MPI_Graphdims_get",
                                                  "MPI_Dist_graph_neighbors",
                                                  "MPI_Dims_create",
                                                  "MPI_Group_",
                                                  "MPI_Op_",
                                                  "MPI_Info_",
                                                  "MPI_Alloc_mem",
                                                  "MPI_Free_mem",
                                                  "MPI_Address",
                                                  "MPI_Initialized",
                                                  "MPI_Finalized",
                                                  "MPI_Request_",
                                                  "MPI_Status_",
                                                  "MPI_Topo_test",
                                                  "MPI_Query_thread",
                                                  "MPI_Aint_",
                                                  "MPI_Comm_attach_buffer",
                                                  "MPI_Grequest_",
                                                  "MPI_Buffer_attach",
                                                  "MPI_Abort",
                                                  "MPI_Cancel",
                                                  "MPI_Test_cancelled",
                                                  "MPI_Is_thread_main",
                                                  "MPI_Keyval",
                                                  "MPI_Attr_",
                                                  "MPI_Errhandler_",
                                                  "MPI_Win_get",
                                                  "MPI_Win_set",
                                                  "MPI_Win_shared_query",
                                                  "MPI_Add_error",
                                                  "MPI_Remove_error"};
/// Has the prefix of a family, and accesses memory of another rank.
constexpr llvm::StringLiteral kNotLocal = "MPI_Get_accumulate";

}  // namespace

bool is_mpi_name(const clang::FunctionDecl& function) {
  if (!function.getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = function.getName();
  return name.starts_with("MPI_") || name.starts_with("PMPI_");
}

llvm::StringRef mpi_name(llvm::StringRef name) {
  if (name.starts_with("PMPI_")) name = name.drop_front();
  name.consume_back("_c");
  return name;
}

const MpiFunction* mpi_function(const clang::CallExpr& call) {
  const clang::FunctionDecl* callee = callee_of(call);
  if (callee == nullptr || !is_mpi_name(*callee)) return nullptr;
  const llvm::StringRef name = mpi_name(callee->getName());
  for (const MpiFunction& function : kPointToPoint) {
    if (function.name == name) return &function;
  }
  if (name.starts_with(kNotLocal)) return &kCollective;
  for (llvm::StringLiteral prefix : kLocalPrefixes) {
    if (name.starts_with(prefix)) return &kLocal;
  }
  return &kCollective;
}

bool is_request_type(clang::QualType type) {
  while (true) {
    if (const auto* pointer = type->getAs<clang::PointerType>()) {
      if (const auto* alias = type->getAs<clang::TypedefType>()) {
        if (alias->getDecl()->getName() == "MPI_Request") return true;
      }
      type = pointer->getPointeeType();
    } else if (const auto* array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else {
      const auto* alias = type->getAs<clang::TypedefType>();
      return alias != nullptr && alias->getDecl()->getName() == "MPI_Request";
    }
  }
}

bool is_status_type(clang::QualType type) {
  const auto* alias = type.isNull() ? nullptr : type->getAs<clang::TypedefType>();
  return alias != nullptr && alias->getDecl()->getName() == "MPI_Status";
}

}  // namespace bamboo::translator
