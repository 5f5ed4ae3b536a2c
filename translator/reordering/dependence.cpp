// SPDX-License-Identifier: Apache-2.0
#include "reordering/dependence.h"

#include "reordering/private_variables.h"
#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

/// One statement reads what the other one has written, or would write it too early.
bool flows(const Access& a, const Access& b) {
  return a.write != b.write && a.exposed && b.exposed;
}

/// Whether both paths start at the same place: the extent of a called function's access is unknown.
bool same_start(const AccessPath& a, const AccessPath& b) {
  const auto zero = [](const AccessPath& path) {
    return path.offset.empty() ||
           (path.all_numbers && llvm::all_of(path.numbers, [](auto n) { return n == 0; }));
  };
  return a.offset == b.offset || (zero(a) && zero(b));
}

bool certain(const Access& a, const Access& b) {
  if (!a.certain || !b.certain) return false;
  if (!a.callee && !b.callee) return true;
  return flows(a, b) && same_start(a.path, b.path);
}

}  // namespace

bool Dependence::is_private_variable(const clang::ValueDecl* variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(variable);
  if (local == nullptr) return false;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(local->getDeclContext());
  if (function == nullptr || function->getBody() == nullptr) return false;
  const auto [known, added] = private_.try_emplace(variable, false);
  if (added) known->second = is_private(local, *function, unit_);
  return known->second;
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
      if (name != nullptr && one_declaration(name->getDecl()) == variable &&
          is_request_type(element->getType())) {
        ++increments;
      }
      return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
      mentions += one_declaration(name->getDecl()) == variable;
      return true;
    }
  } uses;
  uses.variable = variable;
  int accesses = 0;
  for (const Access& access : effects.accesses) accesses += access.path.base == variable;
  for (const MpiCall& call : effects.reachable.calls)
    if (call.direct()) uses.TraverseStmt(const_cast<clang::CallExpr*>(call.call));
  // Each increment is one write and one read.
  return uses.increments > 0 && uses.increments == uses.mentions && accesses == 2 * uses.increments;
}

bool Dependence::harmless(const Access& first, const Access& second, const Effects& first_effects,
                          const Effects& second_effects) const {
  if (is_status_type(first.path.type) && first.write && second.write) return true;
  if (first.path.hidden == HiddenState::error_number) return !flows(first, second);
  if (first.path.hidden != HiddenState::none) return false;
  if (first.path.dereferenced || second.path.dereferenced) return false;
  const clang::ValueDecl* variable = first.path.base;
  if (variable == nullptr || variable != second.path.base) return false;
  return is_private_variable(variable) ||
         (request_counter(variable, first_effects) && request_counter(variable, second_effects));
}

Conflict Dependence::between(const Effects& first, const Effects& second) const {
  Conflict worst;
  for (const Access& a : first.accesses) {
    for (const Access& b : second.accesses) {
      if (!a.write && !b.write) continue;
      Overlap overlap = bamboo::translator::overlap(a.path, b.path, points_to_);
      const bool same = overlap == Overlap::Must;
      if (same && !certain(a, b)) overlap = Overlap::May;
      const bool worse = overlap > worst.overlap ||
                         (overlap == worst.overlap && same && !worst.same && flows(a, b));
      if (!worse || harmless(a, b, first, second)) continue;
      worst = {overlap, same, &a, &b};
    }
  }
  return worst;
}

}  // namespace bamboo::translator
