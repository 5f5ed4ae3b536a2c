// SPDX-License-Identifier: Apache-2.0
#include "effects/formal_to_actual.h"

namespace bamboo::translator {

bool known_element(const AccessPath& path) {
  return path.offset.empty() || path.all_numbers;
}

const Actual* actual_for(const FormalToActual& parameters, const clang::ParmVarDecl& parameter,
                         const AccessPath& path) {
  const auto actual = parameters.find(&parameter);
  if (actual == parameters.end() || path.holder != parameter.getName()) return nullptr;
  const AccessPath& lent = actual->second.path;
  const bool named = lent.base != nullptr || lent.self;
  if (!named || !known_element(lent)) return nullptr;
  if (!lent.offset.empty() && !path.offset.empty()) return nullptr;
  return &actual->second;
}

const clang::Expr* pointed_at(const clang::Expr* argument) {
  const clang::Expr* expression = argument->IgnoreParenCasts();
  const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (op == nullptr || op->getOpcode() != clang::UO_AddrOf) return argument;
  return op->getSubExpr()->IgnoreParens();
}

bool keeps_value(const clang::ParmVarDecl* parameter, const clang::FunctionDecl& definition) {
  struct Changes : clang::RecursiveASTVisitor<Changes> {
    const clang::ParmVarDecl* parameter = nullptr;
    bool found = false;
    void look(const clang::Expr* expression) {
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
      found |= name != nullptr && name->getDecl() == parameter;
    }
    bool VisitBinaryOperator(clang::BinaryOperator* op) {
      if (op->isAssignmentOp()) look(op->getLHS());
      return true;
    }
    bool VisitUnaryOperator(clang::UnaryOperator* op) {
      if (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf)
        look(op->getSubExpr());
      return true;
    }
  } changes;
  changes.parameter = parameter;
  if (parameter->getType()->isReferenceType()) return true;
  changes.TraverseStmt(definition.getBody());
  return !changes.found;
}

}  // namespace bamboo::translator
