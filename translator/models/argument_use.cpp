// SPDX-License-Identifier: Apache-2.0
#include "models/argument_use.h"

namespace bamboo::translator {
namespace {

struct Exception {
  llvm::StringLiteral name;
  unsigned position;
  ArgumentUse use;
};

constexpr ArgumentUse kMay = {true, true, false};
constexpr ArgumentUse kMayWrite = {false, true, false};
constexpr ArgumentUse kMayRead = {true, false, false};
constexpr ArgumentUse kUpdates = {true, true, true};

/// Only a root's buffer is used, and only a successful test sets its status.
constexpr Exception kMpi[] = {
    {"MPI_Init", 0, kMay},
    {"MPI_Init", 1, kMay},
    {"MPI_Init_thread", 0, kMay},
    {"MPI_Init_thread", 1, kMay},
    {"MPI_Bcast", 0, kMay},
    {"MPI_Ibcast", 0, kMay},
    {"MPI_Reduce", 1, kMay},
    {"MPI_Ireduce", 1, kMay},
    {"MPI_Gather", 3, kMay},
    {"MPI_Igather", 3, kMay},
    {"MPI_Gatherv", 3, kMay},
    {"MPI_Igatherv", 3, kMay},
    {"MPI_Gatherv", 4, kMayRead},
    {"MPI_Igatherv", 4, kMayRead},
    {"MPI_Gatherv", 5, kMayRead},
    {"MPI_Igatherv", 5, kMayRead},
    {"MPI_Scatter", 0, kMayRead},
    {"MPI_Iscatter", 0, kMayRead},
    {"MPI_Scatterv", 0, kMayRead},
    {"MPI_Iscatterv", 0, kMayRead},
    {"MPI_Scatterv", 1, kMayRead},
    {"MPI_Iscatterv", 1, kMayRead},
    {"MPI_Scatterv", 2, kMayRead},
    {"MPI_Iscatterv", 2, kMayRead},
    {"MPI_Exscan", 1, kMay},
    {"MPI_Iexscan", 1, kMay},
    {"MPI_Test", 2, kMayWrite},
    {"MPI_Testall", 3, kMayWrite},
    {"MPI_Testany", 4, kMayWrite},
    {"MPI_Testsome", 3, kMayWrite},
    {"MPI_Testsome", 4, kMayWrite},
    {"MPI_Waitsome", 3, kMayWrite},
    {"MPI_Waitsome", 4, kMayWrite},
    {"MPI_Iprobe", 4, kMayWrite},
    {"MPI_Improbe", 4, kMayWrite},
    {"MPI_Improbe", 5, kMayWrite},
    {"MPI_Request_get_status", 2, kMayWrite},
    {"MPI_Request_get_status_any", 4, kMayWrite},
    {"MPI_Request_get_status_all", 3, kMayWrite},
    {"MPI_Request_get_status_some", 3, kMayWrite},
    {"MPI_Request_get_status_some", 4, kMayWrite},
    {"MPI_Pack", 5, kUpdates},
    {"MPI_Unpack", 3, kUpdates},
    {"MPI_Pack_external", 6, kUpdates},
    {"MPI_Unpack_external", 3, kUpdates},
    {"MPI_Dims_create", 2, kMay},
    {"MPI_Buffer_attach", 0, kMay},
    {"MPI_Info_get", 3, kMayWrite},
    {"MPI_Info_get_valuelen", 2, kMayWrite},
    {"MPI_Comm_get_attr", 2, kMayWrite},
    {"MPI_Type_get_attr", 2, kMayWrite},
    {"MPI_Attr_get", 2, kMayWrite},
    {"MPI_Comm_set_attr", 2, kMay},
    {"MPI_Type_set_attr", 2, kMay},
    {"MPI_Attr_put", 2, kMay},
    {"MPI_Comm_create_keyval", 3, kMay},
    {"MPI_Type_create_keyval", 3, kMay},
    {"MPI_Keyval_create", 3, kMay},
    {"MPI_Grequest_start", 3, kMay},
    {"MPI_Comm_attach_buffer", 1, kMay},
    {"MPI_Comm_spawn", 1, kMay},
    {"MPI_Mrecv", 3, kUpdates},
    {"MPI_Imrecv", 3, kUpdates},
    {"MPI_Status_set_cancelled", 0, kUpdates},
    {"MPI_Status_set_elements", 0, kUpdates},
};

/// The first argument is written; "strcat" and "strncat" read it as well.
constexpr llvm::StringLiteral kFills[] = {"memcpy", "memmove", "mempcpy", "memset",
                                          "strcpy", "strncpy", "stpcpy",  "stpncpy",
                                          "bzero",  "sprintf", "snprintf"};
constexpr llvm::StringLiteral kAppends[] = {"strcat", "strncat"};
constexpr llvm::StringLiteral kReads[] = {"memcmp", "strcmp", "strncmp", "strlen",
                                          "memchr", "strchr", "strstr",  "strrchr"};

ArgumentUse of_mpi(llvm::StringRef name, unsigned position, bool constant, MpiRole role) {
  for (const Exception& exception : kMpi) {
    if (exception.name == name && exception.position == position) return exception.use;
  }
  if (constant) return {true, false, true};
  if (name.ends_with("_free")) return kUpdates;
  // MPI_IN_PLACE makes the result an operand.
  return {role == MpiRole::collective, true, true};
}

bool is_file(clang::QualType type) {
  const auto* alias = type->getPointeeType().isNull()
                          ? nullptr
                          : type->getPointeeType()->getAs<clang::TypedefType>();
  return alias != nullptr && alias->getDecl()->getName() == "FILE";
}

ArgumentUse of_string(llvm::StringRef name, unsigned position, bool constant) {
  if (name == "bcopy")
    return position == 0 ? ArgumentUse{true, false, true} : ArgumentUse{false, true, true};
  const bool fills = llvm::is_contained(kFills, name);
  const bool appends = llvm::is_contained(kAppends, name);
  if (position == 0 && fills) return {false, true, true};
  if (position == 0 && appends) return kUpdates;
  const bool prints = name.ends_with("printf");
  if (constant && !prints && (fills || appends || llvm::is_contained(kReads, name))) {
    return {true, false, true};
  }
  return {true, !constant, false};
}

}  // namespace

ArgumentUse argument_use(const clang::FunctionDecl* callee, const MpiFunction* mpi,
                         unsigned position, bool constant) {
  const ArgumentUse unknown = {true, !constant, false};
  if (callee == nullptr || !callee->getDeclName().isIdentifier()) return unknown;
  llvm::StringRef name = callee->getName();
  if (mpi != nullptr) {
    return of_mpi(mpi_name(name), position, constant, mpi->role);
  }
  const bool builtin = callee->getBuiltinID() != 0;
  if (!builtin && !callee->isInStdNamespace() && !callee->isExternC()) return unknown;
  // A file has a position, which counts, too.
  const clang::ParmVarDecl* parameter =
      position < callee->getNumParams() ? callee->getParamDecl(position) : nullptr;
  if (parameter != nullptr && is_file(parameter->getType())) return kUpdates;
  // `__builtin___memcpy_chk`, `__memcpy_chk`
  name.consume_front("__builtin_");
  name = name.ltrim('_');
  name.consume_back("_chk");
  return of_string(name, position, constant);
}

bool only_shows(const clang::Expr* argument) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenImpCasts());
  if (name == nullptr || !llvm::isa<clang::VarDecl>(name->getDecl())) return false;
  const llvm::StringRef stream = name->getDecl()->getName();
  return stream == "stdout" || stream == "stderr";
}

bool lends_memory(const clang::Expr* argument, clang::QualType pointee) {
  const clang::RecordDecl* record = pointee->getAsRecordDecl();
  const bool handle = record != nullptr && record->getDefinition() == nullptr;
  // `MPI_IN_PLACE` is a number.
  return !pointee->isFunctionType() && !handle &&
         !llvm::isa<clang::IntegerLiteral, clang::GNUNullExpr, clang::CXXNullPtrLiteralExpr,
                    clang::StringLiteral>(argument->IgnoreParenCasts());
}

}  // namespace bamboo::translator
