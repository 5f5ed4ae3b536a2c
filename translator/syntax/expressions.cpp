// SPDX-License-Identifier: Apache-2.0
#include "syntax/expressions.h"

namespace bamboo::translator {

const clang::Expr* without_temporaries(const clang::Expr* expression) {
  while (expression != nullptr) {
    expression = expression->IgnoreParenCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression))
      expression = full->getSubExpr();
    else if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = made->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else
      return expression;
  }
  return nullptr;
}

bool is_temporary(const clang::Expr* expression) {
  return llvm::isa<clang::MaterializeTemporaryExpr>(expression->IgnoreParenCasts());
}

const clang::ValueDecl* one_declaration(const clang::ValueDecl* declared) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
  return variable != nullptr ? variable->getCanonicalDecl() : declared;
}

const clang::ValueDecl* pointer_holder(const clang::Expr* expression) {
  const clang::Expr* value = without_temporaries(expression);
  if (value == nullptr) return nullptr;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value))
    return one_declaration(name->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(value)) return member->getMemberDecl();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(value))
    return pointer_holder(element->getBase());
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(value)) {
    if (!op->isAdditiveOp()) return nullptr;
    const bool left = op->getLHS()->getType()->isPointerType();
    return pointer_holder(left ? op->getLHS() : op->getRHS());
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(value)) {
    if (op->isIncrementDecrementOp()) return pointer_holder(op->getSubExpr());
    if (op->getOpcode() == clang::UO_Deref &&
        llvm::isa<clang::ArrayType>(op->getSubExpr()->IgnoreParenImpCasts()->getType())) {
      return pointer_holder(op->getSubExpr());
    }
  }
  return nullptr;
}

}  // namespace bamboo::translator
