// SPDX-License-Identifier: Apache-2.0
#include "posting_skeleton.h"

#include "mpi_calls.h"
#include "output.h"
#include "place.h"

namespace bamboo::translator {
namespace {

const clang::CallExpr* receive_in(const clang::Stmt* statement) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const MpiFunction* function = mpi_function(*call);
    if (function != nullptr && function->name == "MPI_Recv") return call;
  }
  for (const clang::Stmt* child : statement->children()) {
    if (child == nullptr) continue;
    if (const clang::CallExpr* call = receive_in(child)) return call;
  }
  return nullptr;
}

template <class Visit>
void for_each_name(const clang::Stmt* statement, Visit&& visit) {
  if (statement == nullptr) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) visit(name->getDecl());
  for (const clang::Stmt* child : statement->children()) for_each_name(child, visit);
}

/// `if (…) continue;`: how a loop skips a neighbour that is not there.
bool only_jumps(const clang::Stmt* statement) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    return compound->size() == 1 && only_jumps(compound->body_front());
  }
  return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement);
}

bool holds_jump(const clang::Stmt* statement) {
  if (llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt>(
          statement)) {
    return true;
  }
  return llvm::any_of(statement->children(), [](const clang::Stmt* child) {
    return child != nullptr && !llvm::isa<clang::LambdaExpr>(child) && holds_jump(child);
  });
}

}  // namespace

void Skeleton::refuse(Diag why, const clang::Stmt* where) {
  if (!refusal_) refusal_ = {why, where->getBeginLoc(), text_of(where, program_.context)};
}

void Skeleton::line(int depth, const std::string& text) {
  text_ += std::string(2 * static_cast<size_t>(depth), ' ') + text + "\n";
}

std::optional<Refusal> Skeleton::build() {
  find_needed(block_);
  reduce(block_, 0);
  return refusal_;
}

void Skeleton::need(const clang::Stmt* expression) {
  for_each_name(expression, [&](const clang::ValueDecl* name) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name);
    if (variable == nullptr || !needed_.insert(variable).second || !variable->hasInit()) return;
    if (program_.sources().isPointWithin(variable->getLocation(), block_->getBeginLoc(),
                                         block_->getEndLoc())) {
      need(variable->getInit());
    }
  });
}

/// The variables that the receives' arguments and the control flow around them mention.
void Skeleton::find_needed(const clang::Stmt* statement) {
  if (!keeps(statement)) return;
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    need(loop->getCond());
    need(loop->getInc());
    find_needed(loop->getBody());
  } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
    need(choice->getCond());
    find_needed(choice->getThen());
    if (choice->getElse() != nullptr) find_needed(choice->getElse());
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
             call != nullptr && receive_in(call) == call) {
    for (unsigned i = 0; i < 6 && i < call->getNumArgs(); ++i) need(call->getArg(i));
  } else {
    for (const clang::Stmt* child : statement->children()) {
      if (child != nullptr) find_needed(child);
    }
  }
}

bool Skeleton::keeps(const clang::Stmt* statement) const {
  if (receive_in(statement) != nullptr) return true;
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement);
  return choice != nullptr && only_jumps(choice->getThen()) && choice->getElse() == nullptr;
}

void Skeleton::reduce(const clang::Stmt* statement, int depth) {
  if (refusal_) return;
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    line(depth, "{");
    for (const clang::Stmt* child : compound->body()) reduce(child, depth + 1);
    line(depth, "}");
    return;
  }
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    const bool wanted = llvm::any_of(declaration->decls(), [&](const clang::Decl* decl) {
      return needed_.count(llvm::dyn_cast<clang::ValueDecl>(decl)) != 0;
    });
    if (!wanted) return;
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (variable == nullptr || !variable->hasLocalStorage())
        return refuse(Diag::receives_declaration, statement);
      const clang::QualType type = variable->getType();
      if (!type->isScalarType() && !type->isDependentType()) {
        return refuse(Diag::receives_declaration, statement);
      }
      if (variable->hasInit()) {
        evaluated_.push_back(variable->getInit());
        for (auto& changes : loops_) {
          if (depends_on(variable->getInit(), changes)) changes.insert(variable);
        }
      }
    }
    line(depth, text_of(statement, program_.context));
    return;
  }
  if (!keeps(statement)) {
    if (!loops_.empty() && holds_jump(statement)) refuse(Diag::receives_jump, statement);
    return;
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    reduce_for(*loop, depth);
  } else if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) {
    reduce_range_for(*loop, depth);
  } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
    reduce_if(*choice, depth);
  } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    reduce(attributed->getSubStmt(), depth);
  } else if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    const clang::CallExpr* call = receive_in(expression);
    for (const clang::Stmt* at = call; at != expression; at = program_.parents.of(at)) {
      const auto* parent = program_.parents.of(at);
      const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
      const bool conditional = (op != nullptr && op->isLogicalOp()) ||
                               llvm::isa_and_nonnull<clang::AbstractConditionalOperator>(parent);
      if (parent == nullptr || conditional) return refuse(Diag::receives_control, statement);
    }
    post(*call, depth);
  } else {
    refuse(Diag::receives_control, statement);
  }
}

void Skeleton::reduce_for(const clang::ForStmt& loop, int depth) {
  has_loop_ = true;
  if (loop.getCond() == nullptr || loop.getInc() == nullptr || loop.getInit() == nullptr ||
      loop.getConditionVariable() != nullptr) {
    return refuse(Diag::receives_control, &loop);
  }
  std::set<const clang::ValueDecl*> variables;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(loop.getInit())) {
    for (const clang::Decl* decl : declaration->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
        variables.insert(variable);
        if (variable->hasInit()) evaluated_.push_back(variable->getInit());
      }
    }
  } else {
    const auto* init = llvm::dyn_cast<clang::BinaryOperator>(loop.getInit());
    const auto* name = init != nullptr && init->getOpcode() == clang::BO_Assign
                           ? llvm::dyn_cast<clang::DeclRefExpr>(init->getLHS()->IgnoreParens())
                           : nullptr;
    if (name == nullptr) return refuse(Diag::receives_control, &loop);
    variables.insert(name->getDecl());
    evaluated_.push_back(init->getRHS());
  }
  check_assigned_elsewhere(loop);
  loops_.push_back(variables);
  counters_.insert(variables.begin(), variables.end());
  evaluated_.push_back(loop.getCond());
  evaluated_.push_back(loop.getInc());
  const auto* init_declaration = llvm::dyn_cast<clang::DeclStmt>(loop.getInit());
  const std::string init = text_of(loop.getInit(), program_.context);
  line(depth, "for (" + init + (init_declaration != nullptr ? " " : "; ") +
                  text_of(loop.getCond(), program_.context) + "; " +
                  text_of(loop.getInc(), program_.context) + ") {");
  reduce_body(loop.getBody(), depth);
  loops_.pop_back();
}

/// The body must leave the loop's variables alone, or the second pass may take another way.
void Skeleton::check_assigned_elsewhere(const clang::ForStmt& loop) {
  struct Writes : clang::RecursiveASTVisitor<Writes> {
    std::set<const clang::ValueDecl*> written;
    void write(clang::Expr* target) {
      if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens())) {
        written.insert(name->getDecl());
      }
    }
    bool VisitBinaryOperator(clang::BinaryOperator* op) {
      if (op->isAssignmentOp()) write(op->getLHS());
      return true;
    }
    bool VisitUnaryOperator(clang::UnaryOperator* op) {
      if (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf)
        write(op->getSubExpr());
      return true;
    }
  } in_body, in_step;
  in_body.TraverseStmt(const_cast<clang::Stmt*>(loop.getBody()));
  in_step.TraverseStmt(const_cast<clang::Expr*>(loop.getInc()));
  for (const clang::ValueDecl* variable : in_step.written) {
    if (in_body.written.count(variable) != 0) return refuse(Diag::receives_control, &loop);
  }
}

void Skeleton::reduce_range_for(const clang::CXXForRangeStmt& loop, int depth) {
  has_loop_ = true;
  if (loop.getInit() != nullptr || loop.getRangeInit() == nullptr) {
    return refuse(Diag::receives_control, &loop);
  }
  const clang::VarDecl* variable = loop.getLoopVariable();
  evaluated_.push_back(loop.getRangeInit());
  loops_.push_back({variable});
  counters_.insert(variable);
  std::string type = variable->getType().getAsString(program_.context.getPrintingPolicy());
  if (variable->getType()->isReferenceType() || type.empty()) type = "auto&&";
  line(depth, "for (" + type + " " + variable->getNameAsString() + " : " +
                  text_of(loop.getRangeInit(), program_.context) + ") {");
  reduce_body(loop.getBody(), depth);
  loops_.pop_back();
}

void Skeleton::reduce_if(const clang::IfStmt& choice, int depth) {
  if (choice.getInit() != nullptr || choice.getConditionVariable() != nullptr) {
    return refuse(Diag::receives_control, &choice);
  }
  evaluated_.push_back(choice.getCond());
  line(depth, "if (" + text_of(choice.getCond(), program_.context) + ") {");
  if (only_jumps(choice.getThen())) {
    if (loops_.empty()) return refuse(Diag::receives_jump, &choice);
    const clang::Stmt* jump = choice.getThen();
    while (const auto* body = llvm::dyn_cast<clang::CompoundStmt>(jump)) jump = body->body_front();
    line(depth + 1, llvm::isa<clang::BreakStmt>(jump) ? "break;" : "continue;");
    line(depth, "}");
    return;
  }
  reduce_body(choice.getThen(), depth);
  if (choice.getElse() != nullptr && receive_in(choice.getElse()) != nullptr) {
    line(depth, "else {");
    reduce_body(choice.getElse(), depth);
  }
}

/// The inside of braces that are already open, and their end.
void Skeleton::reduce_body(const clang::Stmt* body, int depth) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    for (const clang::Stmt* child : compound->body()) reduce(child, depth + 1);
  } else {
    reduce(body, depth + 1);
  }
  line(depth, "}");
}

bool Skeleton::depends_on(const clang::Stmt* expression,
                          const std::set<const clang::ValueDecl*>& variables) const {
  bool found = false;
  for_each_name(expression,
                [&](const clang::ValueDecl* name) { found = found || variables.count(name) != 0; });
  return found;
}

void Skeleton::post(const clang::CallExpr& call, int depth) {
  PostedReceive receive;
  receive.call = &call;
  for (const auto& changes : loops_) {
    receive.varies = receive.varies && depends_on(call.getArg(0), changes);
  }
  std::string arguments;
  for (unsigned i = 0; i < 6; ++i) {
    evaluated_.push_back(call.getArg(i));
    arguments += (i > 0 ? ", " : "") + text_of(call.getArg(i), program_.context);
  }
  const clang::PresumedLoc here = program_.presumed(call.getBeginLoc());
  text_ += line_directive(here.getLine(), here.getFilename()) + "\n";
  line(depth, "bamboo_post(" + arguments + ");");
  receives_.push_back(receive);
}

}  // namespace bamboo::translator
