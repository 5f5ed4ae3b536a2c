// SPDX-License-Identifier: Apache-2.0
#include "directives/binding.h"

#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

const clang::Stmt* without_labels_and_attributes(const clang::Stmt* statement) {
  while (true)
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement))
      statement = label->getSubStmt();
    else if (const auto* choice = llvm::dyn_cast<clang::SwitchCase>(statement))
      statement = choice->getSubStmt();
    else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else
      return statement;
}

/// Visits only the places where the grammar expects a statement.
class SlotVisitor : public clang::RecursiveASTVisitor<SlotVisitor> {
 public:
  SlotVisitor(const SourceRecord& record, std::vector<Binding>& bindings) : bindings_(bindings) {
    for (size_t i = 0; i < record.directives.size(); ++i) {
      const Directive& directive = record.directives[i];
      if (directive.kind == DirectiveKind::Dimension || directive.next_token.isInvalid()) continue;
      waiting_[directive.next_token.getRawEncoding()].push_back(i);
    }
  }

  bool TraverseDecl(clang::Decl* decl) {
    auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl);
    const clang::FunctionDecl* outer = function_;
    if (function != nullptr) function_ = function;
    const bool result = RecursiveASTVisitor::TraverseDecl(decl);
    function_ = outer;
    return result;
  }

  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::FunctionDecl* outer = function_;
    function_ = lambda->getCallOperator();
    const bool result = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    function_ = outer;
    return result;
  }

  bool VisitCompoundStmt(clang::CompoundStmt* parent) {
    for (const clang::Stmt* child : parent->body()) slot(child, parent);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt* parent) {
    slot(parent->getThen(), parent);
    slot(parent->getElse(), parent);
    return true;
  }
  bool VisitForStmt(clang::ForStmt* parent) { return slot(parent->getBody(), parent); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* parent) {
    return slot(parent->getBody(), parent);
  }
  bool VisitWhileStmt(clang::WhileStmt* parent) { return slot(parent->getBody(), parent); }
  bool VisitDoStmt(clang::DoStmt* parent) { return slot(parent->getBody(), parent); }
  bool VisitSwitchStmt(clang::SwitchStmt* parent) { return slot(parent->getBody(), parent); }
  bool VisitSwitchCase(clang::SwitchCase* parent) { return slot(parent->getSubStmt(), parent); }
  bool VisitLabelStmt(clang::LabelStmt* parent) { return slot(parent->getSubStmt(), parent); }

 private:
  bool slot(const clang::Stmt* statement, const clang::Stmt* parent) {
    if (statement == nullptr) return true;
    auto found = waiting_.find(statement->getBeginLoc().getRawEncoding());
    const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement);
    if (found == waiting_.end() && attributed != nullptr) {
      // Begins at its attributes, or at a `#pragma unroll`, which is no token of the statement.
      found = waiting_.find(attributed->getSubStmt()->getBeginLoc().getRawEncoding());
    }
    if (found == waiting_.end()) return true;
    // The outermost slot comes first and takes the directives.
    bindings_.push_back(
        {without_labels_and_attributes(statement), statement, parent, function_, found->second});
    waiting_.erase(found);
    return true;
  }

  std::vector<Binding>& bindings_;
  std::map<unsigned, std::vector<size_t>> waiting_;
  const clang::FunctionDecl* function_ = nullptr;
};

/// The reason why a directive has found no statement: a declaration begins at the token.
class Explainer : public clang::RecursiveASTVisitor<Explainer> {
 public:
  explicit Explainer(clang::SourceLocation token) : token_(token) {}
  bool VisitDecl(clang::Decl* decl) {
    if (decl->getBeginLoc() == token_) declaration = true;
    return true;
  }
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool declaration = false;

 private:
  clang::SourceLocation token_;
};

}  // namespace

std::vector<Binding> bind_directives(clang::ASTContext& context, SourceRecord& record,
                                     Diagnostics& diagnostics) {
  std::vector<Binding> bindings;
  if (record.directives.empty()) return bindings;
  SlotVisitor(record, bindings).TraverseAST(context);
  // The visitor sees all statements of a compound before their contents.
  std::stable_sort(bindings.begin(), bindings.end(), [](const Binding& a, const Binding& b) {
    return a.directives.front() < b.directives.front();
  });
  for (const Binding& binding : bindings)
    for (size_t index : binding.directives) record.directives[index].bound = binding.statement;
  for (Directive& directive : record.directives) {
    if (directive.kind == DirectiveKind::Dimension) continue;
    const bool to_declaration =
        directive.bound != nullptr && llvm::isa<clang::DeclStmt>(directive.bound);
    if (directive.bound != nullptr && !to_declaration) continue;
    bool declaration = to_declaration;
    if (!declaration && directive.next_token.isValid()) {
      Explainer explainer(directive.next_token);
      explainer.TraverseAST(context);
      declaration = explainer.declaration;
    }
    const Diag why = declaration ? Diag::directive_on_declaration : Diag::directive_unbound;
    diagnostics.report(why, directive.name) << directive_name(directive.kind);
    if (directive.next_token.isValid())
      diagnostics.report(Diag::note_next_token, directive.next_token);
    directive.bound = nullptr;
  }
  std::erase_if(bindings, [&](const Binding& binding) {
    return record.directives[binding.directives.front()].bound == nullptr;
  });
  return bindings;
}

}  // namespace bamboo::translator
