// SPDX-License-Identifier: Apache-2.0
#include "syntax/calls.h"

namespace bamboo::translator {

const clang::FunctionDecl* callee_of(const clang::CallExpr& call) {
  if (const clang::FunctionDecl* function = call.getDirectCallee()) return function;
  const clang::Expr* callee = call.getCallee()->IgnoreParenImpCasts();
  if (const auto* lookup = llvm::dyn_cast<clang::UnresolvedLookupExpr>(callee)) {
    if (lookup->getNumDecls() != 1) return nullptr;
    const clang::NamedDecl* only = (*lookup->decls_begin())->getUnderlyingDecl();
    if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(only))
      return pattern->getTemplatedDecl();
    return llvm::dyn_cast<clang::FunctionDecl>(only);
  }
  return nullptr;
}

const clang::Expr* object_of(const clang::CallExpr& call, const clang::CXXMethodDecl* method) {
  if (method == nullptr || method->isStatic()) return nullptr;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call))
    return member->getImplicitObjectArgument();
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
  return operation != nullptr ? operation->getArg(0) : nullptr;
}

bool is_closure_call(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && method->getParent()->isLambda();
}

}  // namespace bamboo::translator
