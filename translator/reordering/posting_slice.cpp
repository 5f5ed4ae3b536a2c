// SPDX-License-Identifier: Apache-2.0
#include "reordering/posting_slice.h"

#include "models/mpi_functions.h"
#include "rewrite/line_directive.h"
#include "syntax/calls.h"
#include "syntax/control_flow.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

void collect_receives(const clang::Stmt* statement, std::vector<const clang::CallExpr*>& found) {
  if (statement == nullptr) return;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const MpiFunction* function = mpi_function(*call);
    if (function != nullptr && function->name == "MPI_Recv") found.push_back(call);
  }
  for (const clang::Stmt* child : statement->children()) collect_receives(child, found);
}

std::vector<const clang::CallExpr*> receives_in(const clang::Stmt* statement) {
  std::vector<const clang::CallExpr*> found;
  collect_receives(statement, found);
  return found;
}

bool holds_receive(const clang::Stmt* statement) {
  return !receives_in(statement).empty();
}

template <class Visit>
void for_each_name(const clang::Stmt* statement, Visit&& visit) {
  if (statement == nullptr) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) visit(name->getDecl());
  for (const clang::Stmt* child : statement->children()) for_each_name(child, visit);
}

/// `if (…) continue;`: how a loop skips a neighbour that is not there.
bool only_jumps(const clang::Stmt* statement) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return compound->size() == 1 && only_jumps(compound->body_front());
  return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement);
}

/// Control may leave `statement` at another place than its end.
bool jumps_out(const clang::Stmt* statement, bool in_loop = false, bool in_switch = false) {
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::CXXThrowExpr>(
          statement)) {
    return true;
  }
  if (llvm::isa<clang::BreakStmt>(statement)) return !in_loop && !in_switch;
  if (llvm::isa<clang::ContinueStmt>(statement)) return !in_loop;
  if (llvm::isa<clang::LambdaExpr>(statement)) return false;
  in_loop = in_loop || is_loop(statement);
  in_switch = in_switch || llvm::isa<clang::SwitchStmt>(statement);
  return llvm::any_of(statement->children(), [&](const clang::Stmt* child) {
    return child != nullptr && jumps_out(child, in_loop, in_switch);
  });
}

}  // namespace

void PostingSlice::refuse(Diag why, const clang::Stmt* where) {
  if (!refusal_)
    refusal_ = PostingRefusal{why, where->getBeginLoc(), text_of(where, unit_.context)};
}

void PostingSlice::line(int depth, const std::string& text) {
  text_ += std::string(2 * static_cast<size_t>(depth), ' ') + text + "\n";
}

std::optional<PostingRefusal> PostingSlice::build() {
  total_ = receives_in(block_).size();
  find_needed(block_);
  reduce(block_, 0);
  // A receive that is not posted would take the message of the next one.
  if (receives_.size() != total_) refuse(Diag::receives_control, block_);
  return refusal_;
}

void PostingSlice::need(const clang::Stmt* expression) {
  for_each_name(expression, [&](const clang::ValueDecl* name) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name);
    if (variable == nullptr || !needed_.insert(variable).second || !variable->hasInit()) return;
    if (unit_.sources().isPointWithin(variable->getLocation(), block_->getBeginLoc(),
                                      block_->getEndLoc())) {
      need(variable->getInit());
    }
  });
}

/// The variables that the receives' arguments and the control flow around them mention.
void PostingSlice::find_needed(const clang::Stmt* statement) {
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
             call != nullptr && receives_in(call) == std::vector{call}) {
    for (unsigned i = 0; i < 6 && i < call->getNumArgs(); ++i) need(call->getArg(i));
  } else {
    for (const clang::Stmt* child : statement->children())
      if (child != nullptr) find_needed(child);
  }
}

bool PostingSlice::keeps(const clang::Stmt* statement) const {
  if (holds_receive(statement)) return true;
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement);
  return choice != nullptr && only_jumps(choice->getThen()) && choice->getElse() == nullptr;
}

/// Outside of loops, statements after the last receive have no effect on the slice.
bool PostingSlice::complete() const {
  return loops_.empty() && receives_.size() == total_;
}

void PostingSlice::reduce(const clang::Stmt* statement, int depth) {
  if (refusal_ || complete()) return;
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    line(depth, "{");
    for (const clang::Stmt* child : compound->body()) reduce(child, depth + 1);
    line(depth, "}");
  } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    reduce_declaration(*declaration, depth);
  } else if (!keeps(statement)) {
    if (jumps_out(statement)) refuse(Diag::receives_jump, statement);
  } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    reduce_for(*loop, depth);
  } else if (const auto* range_loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) {
    reduce_range_for(*range_loop, depth);
  } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
    reduce_if(*choice, depth);
  } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    reduce(attributed->getSubStmt(), depth);
  } else if (llvm::isa<clang::Expr>(statement)) {
    post_from(statement, depth);
  } else {
    refuse(Diag::receives_control, statement);
  }
}

void PostingSlice::reduce_declaration(const clang::DeclStmt& declaration, int depth) {
  const bool received = holds_receive(&declaration);
  const bool wanted = llvm::any_of(declaration.decls(), [&](const clang::Decl* decl) {
    return needed_.count(llvm::dyn_cast<clang::ValueDecl>(decl)) != 0;
  });
  if (!received && !wanted) return;
  for (const clang::Decl* decl : declaration.decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable == nullptr || !variable->hasLocalStorage() || (received && wanted))
      return refuse(Diag::receives_declaration, &declaration);
    if (received) continue;
    const clang::QualType type = variable->getType();
    if (!type->isScalarType() && !type->isDependentType())
      return refuse(Diag::receives_declaration, &declaration);
    if (variable->hasInit()) {
      evaluated_.push_back(variable->getInit());
      for (auto& changes : loops_)
        if (depends_on(variable->getInit(), changes)) changes.insert(variable);
    }
  }
  if (received) return post_from(&declaration, depth);
  line(depth, text_of(&declaration, unit_.context));
}

/// Posts the receive of a statement that makes exactly one receive exactly once.
void PostingSlice::post_from(const clang::Stmt* statement, int depth) {
  const std::vector<const clang::CallExpr*> calls = receives_in(statement);
  if (calls.size() != 1) return refuse(Diag::receives_control, statement);
  for (const clang::Stmt* at = calls.front(); at != statement;) {
    at = unit_.parents.of(at);
    const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(at);
    const bool conditional = (op != nullptr && op->isLogicalOp()) ||
                             llvm::isa_and_nonnull<clang::AbstractConditionalOperator>(at);
    const bool plain =
        llvm::isa_and_nonnull<clang::Expr>(at) && !conditional && !llvm::isa<clang::LambdaExpr>(at);
    if (at != statement ? !plain : conditional) return refuse(Diag::receives_control, statement);
  }
  post(*calls.front(), depth);
}

void PostingSlice::reduce_for(const clang::ForStmt& loop, int depth) {
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
  check_assigned_elsewhere(loop.getBody(), loop.getInc(), variables);
  loops_.push_back(variables);
  counters_.insert(variables.begin(), variables.end());
  evaluated_.push_back(loop.getCond());
  evaluated_.push_back(loop.getInc());
  const auto* init_declaration = llvm::dyn_cast<clang::DeclStmt>(loop.getInit());
  const std::string init = text_of(loop.getInit(), unit_.context);
  line(depth, "for (" + init + (init_declaration != nullptr ? " " : "; ") +
                  text_of(loop.getCond(), unit_.context) + "; " +
                  text_of(loop.getInc(), unit_.context) + ") {");
  reduce_body(loop.getBody(), depth);
  loops_.pop_back();
}

/// The body must not change the loop's variables, because the second pass might then take another
/// path.
void PostingSlice::check_assigned_elsewhere(const clang::Stmt* body, const clang::Expr* step,
                                            const std::set<const clang::ValueDecl*>& variables) {
  struct Writes : clang::RecursiveASTVisitor<Writes> {
    std::set<const clang::ValueDecl*> written;
    void write(const clang::Expr* target) {
      if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()))
        written.insert(name->getDecl());
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
    bool VisitVarDecl(clang::VarDecl* variable) {
      if (lends(variable->getType()) && variable->hasInit()) write(variable->getInit());
      return true;
    }
    bool VisitCallExpr(clang::CallExpr* call) {
      const clang::FunctionDecl* callee = callee_of(*call);
      if (callee == nullptr) return true;
      // An operator's object is its first argument, but no parameter.
      const bool object =
          llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(callee);
      for (unsigned i = 0; i < callee->getNumParams() && i + object < call->getNumArgs(); ++i)
        if (lends(callee->getParamDecl(i)->getType())) write(call->getArg(i + object));
      return true;
    }
    static bool lends(clang::QualType type) {
      return type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    }
  } in_body, in_step;
  in_body.TraverseStmt(const_cast<clang::Stmt*>(body));
  if (step != nullptr) in_step.TraverseStmt(const_cast<clang::Expr*>(step));
  in_step.written.insert(variables.begin(), variables.end());
  for (const clang::ValueDecl* variable : in_step.written)
    if (in_body.written.count(variable) != 0) return refuse(Diag::receives_control, body);
}

void PostingSlice::reduce_range_for(const clang::CXXForRangeStmt& loop, int depth) {
  has_loop_ = true;
  if (loop.getInit() != nullptr || loop.getRangeInit() == nullptr)
    return refuse(Diag::receives_control, &loop);
  const clang::VarDecl* variable = loop.getLoopVariable();
  check_assigned_elsewhere(loop.getBody(), nullptr, {variable});
  evaluated_.push_back(loop.getRangeInit());
  loops_.push_back({variable});
  counters_.insert(variable);
  std::string type = variable->getType().getAsString(unit_.context.getPrintingPolicy());
  if (variable->getType()->isReferenceType() || type.empty()) type = "auto&&";
  line(depth, "for (" + type + " " + variable->getNameAsString() + " : " +
                  text_of(loop.getRangeInit(), unit_.context) + ") {");
  reduce_body(loop.getBody(), depth);
  loops_.pop_back();
}

void PostingSlice::reduce_if(const clang::IfStmt& choice, int depth) {
  if (choice.getInit() != nullptr || choice.getConditionVariable() != nullptr)
    return refuse(Diag::receives_control, &choice);
  evaluated_.push_back(choice.getCond());
  line(depth, "if (" + text_of(choice.getCond(), unit_.context) + ") {");
  if (only_jumps(choice.getThen())) {
    if (loops_.empty()) return refuse(Diag::receives_jump, &choice);
    const clang::Stmt* jump = choice.getThen();
    while (const auto* body = llvm::dyn_cast<clang::CompoundStmt>(jump)) jump = body->body_front();
    line(depth + 1, llvm::isa<clang::BreakStmt>(jump) ? "break;" : "continue;");
    line(depth, "}");
  } else {
    reduce_body(choice.getThen(), depth);
  }
  const clang::Stmt* other = choice.getElse();
  if (other != nullptr && (holds_receive(other) || jumps_out(other))) {
    line(depth, "else {");
    reduce_body(other, depth);
  }
}

/// The inside of braces that are already open, and their end.
void PostingSlice::reduce_body(const clang::Stmt* body, int depth) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(body))
    for (const clang::Stmt* child : compound->body()) reduce(child, depth + 1);
  else
    reduce(body, depth + 1);
  line(depth, "}");
}

bool PostingSlice::depends_on(const clang::Stmt* expression,
                              const std::set<const clang::ValueDecl*>& variables) const {
  bool found = false;
  for_each_name(expression,
                [&](const clang::ValueDecl* name) { found = found || variables.count(name) != 0; });
  return found;
}

void PostingSlice::post(const clang::CallExpr& call, int depth) {
  PostedReceive receive;
  receive.call = &call;
  for (const auto& changes : loops_)
    receive.varies = receive.varies && depends_on(call.getArg(0), changes);
  std::string arguments;
  for (unsigned i = 0; i < 6; ++i) {
    evaluated_.push_back(call.getArg(i));
    arguments += (i > 0 ? ", " : "") + text_of(call.getArg(i), unit_.context);
  }
  const clang::PresumedLoc here = unit_.presumed(call.getBeginLoc());
  text_ += line_directive(here.getLine(), here.getFilename()) + "\n";
  line(depth, "bamboo_post(" + arguments + ");");
  receives_.push_back(receive);
}

}  // namespace bamboo::translator
