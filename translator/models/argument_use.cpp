// SPDX-License-Identifier: Apache-2.0
#include "models/argument_use.h"

namespace bamboo::translator {
namespace {

constexpr ArgumentUse updated_argument = {true, true, true};

/// The first argument is written; "strcat" and "strncat" read it as well.
constexpr llvm::StringLiteral filling_functions[] = {"memcpy", "memmove", "mempcpy", "memset",
                                                     "strcpy", "strncpy", "stpcpy",  "stpncpy",
                                                     "bzero",  "sprintf", "snprintf"};
constexpr llvm::StringLiteral appending_functions[] = {"strcat", "strncat"};
constexpr llvm::StringLiteral reading_functions[] = {"memcmp", "strcmp", "strncmp", "strlen",
                                                     "memchr", "strchr", "strstr",  "strrchr"};

ArgumentUse of_mpi(const MpiFunction& function, unsigned position, const ArgumentUse& unknown) {
  const char letter = position < function.uses.size() ? function.uses[position] : '-';
  if (letter == '-') return unknown;
  const char use = llvm::toLower(letter);
  return {use != 'w', use != 'r', use == letter};
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
  const bool fills = llvm::is_contained(filling_functions, name);
  const bool appends = llvm::is_contained(appending_functions, name);
  if (position == 0 && fills) return {false, true, true};
  if (position == 0 && appends) return updated_argument;
  const bool prints = name.ends_with("printf");
  if (constant && !prints && (fills || appends || llvm::is_contained(reading_functions, name)))
    return {true, false, true};
  return {true, !constant, false};
}

}  // namespace

ArgumentUse argument_use(const clang::FunctionDecl* callee, const MpiFunction* mpi,
                         unsigned position, bool constant) {
  const ArgumentUse unknown = {true, !constant, false};
  if (callee == nullptr || !callee->getDeclName().isIdentifier()) return unknown;
  llvm::StringRef name = callee->getName();
  if (mpi != nullptr) return of_mpi(*mpi, position, unknown);
  const bool builtin = callee->getBuiltinID() != 0;
  if (!builtin && !callee->isInStdNamespace() && !callee->isExternC()) return unknown;
  // A file has a position, which this counts as well.
  const clang::ParmVarDecl* parameter =
      position < callee->getNumParams() ? callee->getParamDecl(position) : nullptr;
  if (parameter != nullptr && is_file(parameter->getType())) return updated_argument;
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
