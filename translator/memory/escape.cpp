// SPDX-License-Identifier: Apache-2.0
#include "memory/escape.h"

#include "models/mpi_functions.h"

namespace bamboo::translator {
namespace {

/// Every mention of the variable reads or sets its value, or that of a member or an element.
class NameVisitor : public clang::RecursiveASTVisitor<NameVisitor> {
 public:
  explicit NameVisitor(const clang::ValueDecl* variable) : variable_(variable) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    mentions += name->getDecl() == variable_;
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) count(cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* op) {
    if (op->isAssignmentOp()) count(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* op) {
    if (op->isIncrementDecrementOp()) count(op->getSubExpr());
    return true;
  }

  /// MPI does not pass the address on.
  bool VisitCallExpr(clang::CallExpr* call) {
    if (mpi_function(*call) == nullptr) return true;
    for (const clang::Expr* argument : call->arguments()) {
      const clang::Expr* lent = argument->IgnoreParenCasts();
      const auto* op = llvm::dyn_cast<clang::UnaryOperator>(lent);
      if (op != nullptr && op->getOpcode() == clang::UO_AddrOf) count(op->getSubExpr());
      if (lent->getType()->isArrayType()) count(lent);
    }
    return true;
  }

  int mentions = 0;
  int values = 0;

 private:
  void count(const clang::Expr* lvalue) {
    const clang::Expr* base = lvalue->IgnoreParenImpCasts();
    while (true) {
      const clang::Expr* inner = nullptr;
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(base)) {
        if (!member->isArrow()) inner = member->getBase();
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
        const clang::Expr* array = element->getBase()->IgnoreParenImpCasts();
        if (array->getType()->isArrayType()) inner = array;
      }
      if (inner == nullptr) break;
      base = inner->IgnoreParenImpCasts();
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(base);
    values += name != nullptr && name->getDecl() == variable_;
  }

  const clang::ValueDecl* variable_;
};

}  // namespace

bool does_not_escape(const AccessPath& path, const clang::FunctionDecl& function) {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(path.base);
  if (variable == nullptr || path.dereferenced || !variable->hasLocalStorage()) return false;
  if (variable->getType()->isReferenceType()) return false;
  NameVisitor visitor(variable);
  visitor.TraverseStmt(function.getBody());
  return visitor.mentions == visitor.values;
}

}  // namespace bamboo::translator
