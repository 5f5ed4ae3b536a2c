// SPDX-License-Identifier: Apache-2.0
#include "dependence.h"

namespace bamboo::translator {
namespace {

const clang::ValueDecl* assigned_by(const clang::Stmt* init) {
  const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
  if (op == nullptr) return nullptr;
  if (op->getOpcode() == clang::BO_Comma) return assigned_by(op->getLHS());
  if (op->getOpcode() != clang::BO_Assign) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
  return name != nullptr ? name->getDecl() : nullptr;
}

/// Every mention of a variable is inside of a loop whose head sets it first: its value never passes
/// from one statement to the next.
class CounterVisitor : public clang::RecursiveASTVisitor<CounterVisitor> {
 public:
  explicit CounterVisitor(const clang::ValueDecl* variable) : variable_(variable) {}

  bool TraverseForStmt(clang::ForStmt* loop) {
    const bool sets = assigned_by(loop->getInit()) == variable_;
    inside_ += sets;
    const bool result = RecursiveASTVisitor::TraverseForStmt(loop);
    inside_ -= sets;
    return result;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    if (name->getDecl() == variable_ && inside_ == 0) good = false;
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* op) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(op->getSubExpr()->IgnoreParens());
    if (op->getOpcode() == clang::UO_AddrOf && name != nullptr && name->getDecl() == variable_) {
      good = false;
    }
    return true;
  }
  bool good = true;

 private:
  const clang::ValueDecl* variable_;
  int inside_ = 0;
};

bool is_status(clang::QualType type) {
  const auto* alias = type.isNull() ? nullptr : type->getAs<clang::TypedefType>();
  return alias != nullptr && alias->getDecl()->getName() == "MPI_Status";
}

}  // namespace

bool Dependence::private_counter(const clang::ValueDecl* variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(variable);
  if (local == nullptr || !local->isLocalVarDecl() || local->isStaticLocal()) return false;
  const auto known = private_.find(variable);
  if (known != private_.end()) return known->second;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(local->getDeclContext());
  bool good = false;
  if (function != nullptr && function->getBody() != nullptr) {
    CounterVisitor visitor(variable);
    visitor.TraverseStmt(function->getBody());
    good = visitor.good;
  }
  private_[variable] = good;
  return good;
}

/// `&requests[n++]`: which slot a request gets does not matter as long as every one gets its own.
bool Dependence::request_counter(const clang::ValueDecl* variable, const Effects& effects) {
  struct Uses : clang::RecursiveASTVisitor<Uses> {
    const clang::ValueDecl* variable;
    int increments = 0;
    int mentions = 0;
    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) {
      const auto* op =
          llvm::dyn_cast<clang::UnaryOperator>(element->getIdx()->IgnoreParenImpCasts());
      const auto* name = op != nullptr && op->isIncrementOp()
                             ? llvm::dyn_cast<clang::DeclRefExpr>(op->getSubExpr()->IgnoreParens())
                             : nullptr;
      if (name != nullptr && name->getDecl() == variable && is_request_type(element->getType())) {
        ++increments;
      }
      return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
      mentions += name->getDecl() == variable;
      return true;
    }
  } uses;
  uses.variable = variable;
  int accesses = 0;
  for (const Access& access : effects.accesses) accesses += access.place.anchor == variable;
  for (const MpiCall& call : effects.contents.calls) {
    if (call.direct()) uses.TraverseStmt(const_cast<clang::CallExpr*>(call.call));
  }
  // Each increment is one write and one read.
  return uses.increments > 0 && uses.increments == uses.mentions && accesses == 2 * uses.increments;
}

bool Dependence::harmless(const Access& first, const Access& second, const Effects& first_effects,
                          const Effects& second_effects) const {
  if (is_status(first.place.type) && first.write && second.write) return true;
  if (first.place.deref || second.place.deref) return false;
  const clang::ValueDecl* variable = first.place.anchor;
  if (variable == nullptr || variable != second.place.anchor) return false;
  return private_counter(variable) ||
         (request_counter(variable, first_effects) && request_counter(variable, second_effects));
}

Conflict Dependence::between(const Effects& first, const Effects& second) const {
  Conflict worst;
  for (const Access& a : first.accesses) {
    for (const Access& b : second.accesses) {
      if (!a.write && !b.write) continue;
      Overlap overlap = bamboo::translator::overlap(a.place, b.place, points_to_);
      if (overlap == Overlap::must && (!a.certain || !b.certain)) overlap = Overlap::may;
      if (overlap <= worst.overlap || harmless(a, b, first, second)) continue;
      worst = {overlap, &a, &b};
    }
  }
  return worst;
}

}  // namespace bamboo::translator
