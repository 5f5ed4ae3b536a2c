// SPDX-License-Identifier: Apache-2.0
#include "effects/formal_to_actual.h"

namespace bamboo::translator {

bool known_element(const Place& place) {
  return place.offset.empty() || place.all_numbers;
}

const Given* given_for(const GivenParameters& parameters, const clang::ParmVarDecl& parameter,
                       const Place& place) {
  const auto given = parameters.find(&parameter);
  if (given == parameters.end() || place.holder != parameter.getName()) return nullptr;
  const Place& lent = given->second.place;
  const bool named = lent.anchor != nullptr || lent.self;
  if (!named || !known_element(lent)) return nullptr;
  if (!lent.offset.empty() && !place.offset.empty()) return nullptr;
  return &given->second;
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
      if (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf) {
        look(op->getSubExpr());
      }
      return true;
    }
  } changes;
  changes.parameter = parameter;
  if (parameter->getType()->isReferenceType()) return true;
  changes.TraverseStmt(definition.getBody());
  return !changes.found;
}

}  // namespace bamboo::translator
