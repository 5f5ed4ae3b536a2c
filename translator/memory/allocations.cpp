// SPDX-License-Identifier: Apache-2.0
#include "memory/allocations.h"

#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

bool is_allocation_function(const clang::FunctionDecl* function, int depth) {
  if (function->hasAttr<clang::RestrictAttr>()) return true;  // __attribute__((malloc))
  static const std::set<llvm::StringRef> names = {
      "malloc", "calloc",      "realloc",         "strdup",      "aligned_alloc", "memalign",
      "valloc", "fftw_malloc", "fftw_alloc_real", "make_shared", "make_unique"};
  if (function->getDeclName().isIdentifier() && names.count(function->getName())) return true;
  const clang::FunctionDecl* definition = nullptr;
  if (depth == 0 || !function->hasBody(definition)) return false;
  // A wrapper: everything it returns is fresh.
  struct Returns : clang::RecursiveASTVisitor<Returns> {
    std::vector<const clang::Expr*> values;
    std::map<const clang::VarDecl*, std::vector<const clang::Expr*>> assigned;
    bool VisitReturnStmt(clang::ReturnStmt* statement) {
      values.push_back(statement->getRetValue());
      return true;
    }
    bool VisitVarDecl(clang::VarDecl* variable) {
      if (variable->hasInit()) assigned[variable].push_back(variable->getInit());
      return true;
    }
    bool VisitBinaryOperator(clang::BinaryOperator* op) {
      const auto* left = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
      const auto* variable =
          left != nullptr ? llvm::dyn_cast<clang::VarDecl>(left->getDecl()) : nullptr;
      if (op->isAssignmentOp() && variable != nullptr) assigned[variable].push_back(op->getRHS());
      return true;
    }
  } returns;
  returns.TraverseStmt(definition->getBody());
  const auto fresh = [&](const clang::Expr* value) {
    const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(without_temporaries(value));
    const clang::FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
    return callee != nullptr && is_allocation_function(callee, depth - 1);
  };
  return !returns.values.empty() && llvm::all_of(returns.values, [&](const clang::Expr* value) {
    const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(without_temporaries(value));
    const auto* variable =
        name != nullptr ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable == nullptr) return fresh(value);
    const auto found = returns.assigned.find(variable);
    return variable->hasLocalStorage() && found != returns.assigned.end() &&
           llvm::all_of(found->second, fresh);
  });
}

}  // namespace

bool is_allocation(const clang::Expr* expression) {
  const clang::Expr* value = without_temporaries(expression);
  if (llvm::isa_and_nonnull<clang::CXXNewExpr>(value)) return true;
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(value);
  const clang::FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
  return callee != nullptr && is_allocation_function(callee, 3);
}

}  // namespace bamboo::translator
