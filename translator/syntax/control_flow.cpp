// SPDX-License-Identifier: Apache-2.0
#include "syntax/control_flow.h"

namespace bamboo::translator {

bool may_be_skipped(const clang::Stmt* statement, const clang::Stmt* child) {
  if (child == nullptr) return false;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return child == choice->getThen() || child == choice->getElse();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return child == loop->getBody() || child == loop->getInc();
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return child == loop->getBody();
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return child == loop->getBody();
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return child == choice->getBody();
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return op->isLogicalOp() && child == op->getRHS();
  if (const auto* op = llvm::dyn_cast<clang::AbstractConditionalOperator>(statement))
    return child == op->getTrueExpr() || child == op->getFalseExpr();
  return llvm::isa<clang::CXXCatchStmt>(statement);
}

bool is_loop(const clang::Stmt* statement) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
      statement);
}

bool is_caught(const clang::CXXThrowExpr& thrown, llvm::ArrayRef<const clang::CXXTryStmt*> tries,
               const clang::ASTContext& context) {
  return llvm::any_of(tries, [&](const clang::CXXTryStmt* tried) {
    for (unsigned i = 0; i < tried->getNumHandlers(); ++i) {
      const clang::QualType type = tried->getHandler(i)->getCaughtType();
      if (type.isNull()) return true;  // catch (...)
      if (thrown.getSubExpr() == nullptr) continue;
      const clang::QualType caught = type.getNonReferenceType();
      const clang::QualType value = thrown.getSubExpr()->getType();
      if (context.hasSameUnqualifiedType(caught, value)) return true;
      const auto* base = caught->getAsCXXRecordDecl();
      const auto* derived = value->getAsCXXRecordDecl();
      if (base != nullptr && derived != nullptr && derived->hasDefinition() &&
          derived->isDerivedFrom(base)) {
        return true;
      }
    }
    return false;
  });
}

bool is_failure(const clang::FunctionDecl& function) {
  static const std::set<llvm::StringRef> failures = {"abort",
                                                     "__builtin_abort",
                                                     "__builtin_trap",
                                                     "terminate",
                                                     "__assert_fail",
                                                     "__assert_perror_fail",
                                                     "__assert",
                                                     "__assert_rtn",
                                                     "MPI_Abort",
                                                     "__builtin_unreachable",
                                                     "__builtin_verbose_trap",
                                                     "__glibcxx_assert_fail"};
  return function.getDeclName().isIdentifier() && failures.count(function.getName()) != 0;
}

}  // namespace bamboo::translator
