// SPDX-License-Identifier: Apache-2.0
#include "reordering/private_variables.h"

#include "models/argument_use.h"
#include "syntax/calls.h"
#include "syntax/control_flow.h"

namespace bamboo::translator {
namespace {

bool mentions(const clang::Stmt* statement, const clang::ValueDecl* variable) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (name != nullptr && name->getDecl() == variable) return true;
  return llvm::any_of(statement->children(), [&](const clang::Stmt* child) {
    return child != nullptr && mentions(child, variable);
  });
}

/// The variable that the head of a loop sets first, to a value that does not depend on the one
/// before.
const clang::ValueDecl* assigned_by(const clang::Stmt* init) {
  const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
  if (op == nullptr) return nullptr;
  if (op->getOpcode() == clang::BO_Comma) return assigned_by(op->getLHS());
  if (op->getOpcode() != clang::BO_Assign) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
  if (name == nullptr || mentions(op->getRHS(), name->getDecl())) return nullptr;
  return name->getDecl();
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
    if (op->getOpcode() == clang::UO_AddrOf && name != nullptr && name->getDecl() == variable_)
      good = false;
    return true;
  }
  bool good = true;

 private:
  const clang::ValueDecl* variable_;
  int inside_ = 0;
};

bool names(const clang::Expr* expression, const clang::ValueDecl* variable) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
  return name != nullptr && name->getDecl() == variable;
}

/// `v`, `v.field`: the variable from which a value is read.
bool names_part(const clang::Expr* expression, const clang::ValueDecl* variable) {
  expression = expression->IgnoreParens();
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (member->isArrow()) return false;
    expression = member->getBase()->IgnoreParens();
  }
  return names(expression, variable);
}

/// Follows the control flow and tracks whether the variable has been set since the last statement
/// with blocks, because a send block may be moved before any of these.
class SetBeforeUse {
 public:
  SetBeforeUse(const clang::VarDecl* variable, const AnnotatedUnit& unit)
      : variable_(variable), unit_(unit) {}

  bool holds(const clang::Stmt* body) {
    mark(body);
    for (const auto& block : unit_.blocks)
      for (const clang::Stmt* at = block->statement(); at; at = unit_.parents.of(at))
        holds_block_.insert(at);
    walk(body);
    return good_;
  }

 private:
  void walk(const clang::Stmt* statement) {
    if (statement == nullptr || !good_) return;
    if (!matters_.contains(statement) && !holds_block_.contains(statement)) return;
    if (llvm::isa<clang::LabelStmt, clang::GotoStmt, clang::IndirectGotoStmt>(statement)) {
      good_ = false;
    } else if (llvm::isa<clang::LambdaExpr, clang::CXXTryStmt>(statement)) {
      good_ = !mentions(statement, variable_);
    } else if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      for (const clang::Stmt* child : compound->body()) walk_child(child);
    } else if (is_breakable(statement)) {
      walk_breakable(statement);
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      walk_declaration(*declaration);
    } else if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      walk_expression(*expression);
    } else {
      walk_parts(statement);
      escaped_ &= set_ || !llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement);
    }
  }

  void walk_child(const clang::Stmt* child) {
    const bool apart = holds_block_.contains(child);
    set_ &= !apart;
    walk(child);
    set_ &= !apart;
  }

  static bool is_breakable(const clang::Stmt* statement) {
    return is_loop(statement) || llvm::isa<clang::SwitchStmt>(statement);
  }

  /// The parts that always run come first: a loop's head. A `switch` may leave like a loop.
  void walk_breakable(const clang::Stmt* statement) {
    const bool escaped = escaped_;
    escaped_ = true;
    const bool again = !llvm::isa<clang::SwitchStmt>(statement);
    bool entry = set_;
    for (const clang::Stmt* child : statement->children()) {
      if (may_be_skipped(statement, child)) continue;
      walk_child_of(child);
    }
    entry = llvm::isa<clang::DoStmt>(statement) ? entry : set_;
    // A second iteration begins with the state that the first one left.
    for (int pass = 0; pass < 2 && again; ++pass) {
      for (const clang::Stmt* child : ordered(statement)) walk_child_of(child);
      set_ &= escaped_ && entry;
    }
    if (!again) {
      // Each case may be the first one.
      cases_.push_back(set_);
      for (const clang::Stmt* child : ordered(statement)) walk_child_of(child);
      set_ &= cases_.back() && escaped_;
      cases_.pop_back();
    }
    // A `continue` in a switch continues the loop around it.
    escaped_ = again ? escaped : escaped && escaped_;
  }

  /// The statements that may be skipped, in the order in which they run, and the condition again.
  static std::vector<const clang::Stmt*> ordered(const clang::Stmt* statement) {
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement))
      return {loop->getBody(), loop->getInc(), loop->getCond()};
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement))
      return {loop->getBody(), loop->getCond()};
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement))
      return {loop->getBody(), loop->getCond()};
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
      return {loop->getBody()};
    return {llvm::cast<clang::SwitchStmt>(statement)->getBody()};
  }

  void walk_child_of(const clang::Stmt* child) {
    if (child != nullptr) walk_child(child);
  }

  void walk_declaration(const clang::DeclStmt& declaration) {
    for (const clang::Decl* decl : declaration.decls()) {
      const auto* declared = llvm::dyn_cast<clang::VarDecl>(decl);
      if (declared == nullptr) continue;
      if (declared->getInit() != nullptr) walk(declared->getInit());
      if (declared == variable_) set_ = declared->getInit() != nullptr;
    }
  }

  void walk_expression(const clang::Expr& expression) {
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(&expression);
        op != nullptr && op->getOpcode() == clang::BO_Assign && names(op->getLHS(), variable_)) {
      walk(op->getRHS());
      set_ = true;
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expression);
               cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue &&
               names_part(cast->getSubExpr(), variable_)) {
      good_ &= set_;
    } else if (const auto* update = llvm::dyn_cast<clang::CompoundAssignOperator>(&expression);
               update != nullptr && names(update->getLHS(), variable_)) {
      walk(update->getRHS());
      good_ &= set_;
    } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(&expression);
               step != nullptr && step->isIncrementDecrementOp() &&
               names(step->getSubExpr(), variable_)) {
      good_ &= set_;
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) {
      walk_call(*call);
    } else if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(&expression)) {
      return;
    } else if (names(&expression, variable_)) {
      good_ = false;  // its address escapes
    } else {
      walk_parts(&expression);
    }
  }

  /// `MPI_Comm_rank(comm, &v)`
  void walk_call(const clang::CallExpr& call) {
    const MpiFunction* mpi = mpi_function(call);
    bool sets = false;
    walk(call.getCallee());
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const clang::Expr* argument = call.getArg(i)->IgnoreParenCasts();
      const auto* op = llvm::dyn_cast<clang::UnaryOperator>(argument);
      const bool lent = op != nullptr && op->getOpcode() == clang::UO_AddrOf &&
                        names(op->getSubExpr(), variable_);
      if (!lent || mpi == nullptr) {
        walk(call.getArg(i));
        continue;
      }
      // A message may arrive, or leave, long after the call.
      const int position = static_cast<int>(i);
      if (position == mpi->read_buffer || position == mpi->write_buffer) good_ = false;
      const clang::QualType pointee = call.getArg(i)->getType()->getPointeeType();
      const clang::FunctionDecl* callee = callee_of(call);
      const bool constant = pointee.isConstQualified();
      const ArgumentUse use = argument_use(callee, mpi, i, constant);
      if (mpi->role == MpiRole::Collective) good_ = false;
      if (use.reads) good_ &= set_ && use.certain;
      sets |= use.writes && use.certain;
    }
    set_ |= sets;
  }

  void walk_parts(const clang::Stmt* statement) {
    if (llvm::isa<clang::SwitchCase>(statement)) set_ &= !cases_.empty() && cases_.back();
    bool after = true;
    bool branches = false;
    const bool before_last = llvm::isa<clang::IfStmt>(statement);
    bool entry = set_;
    for (const clang::Stmt* child : statement->children()) {
      if (child == nullptr) continue;
      if (!may_be_skipped(statement, child)) {
        walk(child);
        entry = set_;
        continue;
      }
      branches = true;
      set_ = entry;
      before_last ? walk_child(child) : walk(child);
      after &= set_;
      set_ = entry;
    }
    if (!branches) return;
    const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement);
    const bool both = choice != nullptr && choice->getElse() != nullptr;
    // Blocks in a branch also invalidate earlier assignments.
    set_ = both ? after : entry && after;
  }

  /// Marks uses of the variable and changes of control flow on the way to them.
  bool mark(const clang::Stmt* statement) {
    if (statement == nullptr) return false;
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
    bool matters = name != nullptr && name->getDecl() == variable_;
    matters |= llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt,
                         clang::IndirectGotoStmt, clang::LabelStmt>(statement);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
      matters |= llvm::is_contained(declaration->decls(), variable_);
    for (const clang::Stmt* child : statement->children()) matters |= mark(child);
    if (matters) matters_.insert(statement);
    return matters;
  }

  const clang::VarDecl* variable_;
  const AnnotatedUnit& unit_;
  bool set_ = false;
  bool escaped_ = true;  ///< set at each `break` and `continue` so far
  bool good_ = true;
  std::vector<bool> cases_;
  llvm::DenseSet<const clang::Stmt*> matters_;
  llvm::DenseSet<const clang::Stmt*> holds_block_;
};

}  // namespace

bool counts_with(const clang::Stmt* statement, const clang::ValueDecl* variable) {
  const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement);
  if (loop != nullptr && assigned_by(loop->getInit()) == variable) return true;
  return llvm::any_of(statement->children(), [&](const clang::Stmt* child) {
    return child != nullptr && counts_with(child, variable);
  });
}

bool is_private(const clang::VarDecl* variable, const clang::FunctionDecl& function,
                const AnnotatedUnit& unit) {
  if (!variable->isLocalVarDecl() || !variable->hasLocalStorage()) return false;
  CounterVisitor visitor(variable);
  visitor.TraverseStmt(function.getBody());
  return visitor.good || SetBeforeUse(variable, unit).holds(function.getBody());
}

}  // namespace bamboo::translator
