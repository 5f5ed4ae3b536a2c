// SPDX-License-Identifier: Apache-2.0
#include "effects/effects.h"

#include "effects/argument_effects.h"
#include "effects/formal_to_actual.h"
#include "models/borrowed_memory.h"
#include "models/implicit_calls.h"
#include "models/inline_assembly.h"
#include "models/library_functions.h"
#include "models/long_jumps.h"
#include "syntax/calls.h"
#include "syntax/control_flow.h"
#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

class EffectWalker {
 public:
  EffectWalker(Effects& effects, clang::ASTContext& context, const RequestBuffers& request_buffers)
      : effects_(effects),
        context_(context),
        accesses_(context, frames_),
        arguments_(context, request_buffers, accesses_) {}

  void run(const clang::Stmt* statement) {
    walk(statement);
    // The place of a jump that the statement itself has set with setjmp.
    if (!sets_jump_) llvm::append_range(effects_.jumps, long_jumps_);
    effects_.accesses = accesses_.take();
  }

 private:
  void walk(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    walk_written(statement);
    for (const Ending& ending : endings_of(statement)) {
      if (ending.function == nullptr) continue;
      enter({ending.site, ending.function, {}, nullptr, ending.chosen_later, true});
    }
  }

  void walk_written(const clang::Stmt* statement) {
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
      walk_lambda(*lambda);
    } else if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) {
      return;  // sizeof evaluates nothing
    } else if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement);
               op != nullptr && op->isAssignmentOp()) {
      walk_address(op->getLHS());
      if (op->isCompoundAssignmentOp()) accesses_.add(op->getLHS(), false);
      walk(op->getRHS());
      accesses_.add(op->getLHS(), true);
    } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement);
               step != nullptr && step->isIncrementDecrementOp()) {
      walk_address(step->getSubExpr());
      accesses_.add(step->getSubExpr(), false);
      accesses_.add(step->getSubExpr(), true);
    } else if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(statement);
               address != nullptr && address->getOpcode() == clang::UO_AddrOf) {
      walk_address(address->getSubExpr());
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
               cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue) {
      walk_address(cast->getSubExpr());
      accesses_.add(cast->getSubExpr(), false);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      walk_call(*call);
    } else if (const auto* tried = llvm::dyn_cast<clang::CXXTryStmt>(statement)) {
      walk_try(*tried);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      walk_construction(*made);
    } else if (const auto* assembly = llvm::dyn_cast<clang::AsmStmt>(statement)) {
      walk_assembly(*assembly);
    } else if (const auto* value = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement)) {
      walk(value->getExpr());
    } else if (const auto* init = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement)) {
      walk(init->getExpr());
    } else {
      note_control(statement);
      walk_children(statement);
      frames_.current().left |= llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement);
      frames_.current().gone |= llvm::isa<clang::ReturnStmt, clang::GotoStmt,
                                          clang::IndirectGotoStmt, clang::CXXThrowExpr>(statement);
    }
  }

  void walk_children(const clang::Stmt* statement) {
    const bool loop = is_loop(statement);
    const bool breakable = loop || llvm::isa<clang::SwitchStmt>(statement);
    const bool left = frames_.current().left;
    loops_ += loop;
    breakables_ += breakable;
    for (const clang::Stmt* child : statement->children())
      may_be_skipped(statement, child) ? walk_skippable(child, loop) : walk(child);
    loops_ -= loop;
    breakables_ -= breakable;
    if (breakable) frames_.current().left = left;  // what `break` and `continue` skip ends here
  }

  /// A loop of the statement itself is assumed to run at least once.
  void walk_skippable(const clang::Stmt* child, bool loop) {
    const size_t set = frames_.set_count();
    const bool counts = !loop || frames_.in_call();
    if (counts) frames_.begin_skippable();
    walk(child);
    if (counts) frames_.end_skippable();
    frames_.forget_set_after(set);
  }

  void note_control(const clang::Stmt* statement) {
    if (const auto* thrown = llvm::dyn_cast<clang::CXXThrowExpr>(statement)) {
      if (lambdas_ == 0 && !is_caught(*thrown, tries_, context_)) leave(statement);
    }
    if (llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement)) frames_.forget_set_after(0);
    if (frames_.in_call()) return;
    const bool leaves =
        (llvm::isa<clang::BreakStmt>(statement) && breakables_ == 0) ||
        (llvm::isa<clang::ContinueStmt>(statement) && loops_ == 0) ||
        llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt>(statement);
    if (leaves) effects_.jumps.push_back(statement);
    if (llvm::isa<clang::LabelStmt>(statement)) effects_.labels.push_back(statement);
    if (llvm::isa<clang::SwitchCase>(statement) && breakables_ == 0)
      effects_.labels.push_back(statement);
  }

  void walk_assembly(const clang::AsmStmt& assembly) {
    if (const auto* written = llvm::dyn_cast<clang::GCCAsmStmt>(&assembly)) {
      for (const AsmOperand& operand : operands_of(*written)) {
        if (!operand.in_memory) walk(operand.expression);
        if (operand.in_memory) walk_address(operand.expression);
        if (operand.in_memory && operand.reads) accesses_.add(operand.expression, false);
        if (operand.writes) accesses_.add(operand.expression, true);
      }
    }
    accesses_.add_hidden(assembly, {hidden_state_of(assembly)}, nullptr);
  }

  /// A jump out of a called function also leaves its caller.
  void leave(const clang::Stmt* statement) { effects_.jumps.push_back(site_or(statement)); }

  /// Returns the call in the statement itself while a called function is examined.
  const clang::Stmt* site_or(const clang::Stmt* statement) const {
    return frames_.current().site != nullptr ? frames_.current().site : statement;
  }

  void walk_try(const clang::CXXTryStmt& tried) {
    tries_.push_back(&tried);
    walk(tried.getTryBlock());
    tries_.pop_back();
    for (unsigned i = 0; i < tried.getNumHandlers(); ++i) walk(tried.getHandler(i));
  }

  /// A call that never returns leaves the statement, unless the program has failed. The messages
  /// that were sent before a failed assertion do not matter.
  void note_return(const clang::CallExpr& call, const clang::FunctionDecl* callee) {
    if (callee == nullptr || lambdas_ > 0) return;
    const LongJumpKind kind = long_jump_kind(call);
    if (kind == LongJumpKind::Set) sets_jump_ = true;
    if (kind == LongJumpKind::Jump) long_jumps_.push_back(site_or(&call));
    if (kind != LongJumpKind::None || !callee->isNoReturn()) return;
    if (is_failure(*callee)) return;
    leave(&call);
  }

  /// Creating a lambda does not run it. It may run whenever it is called.
  void walk_lambda(const clang::LambdaExpr& lambda) {
    frames_.enter("the lambda", nullptr);
    ++lambdas_;
    frames_.begin_skippable();
    walk_children(lambda.getBody());
    frames_.end_skippable();
    --lambdas_;
    frames_.leave(true);
  }

  /// Walks the expressions that find the address of an lvalue.
  void walk_address(const clang::Expr* lvalue) {
    const clang::Expr* expression = lvalue->IgnoreParens();
    if (llvm::isa<clang::DeclRefExpr>(expression)) return;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
      member->isArrow() ? walk(member->getBase()) : walk_address(member->getBase());
    else
      walk_children_or_call(expression);
  }

  void walk_children_or_call(const clang::Expr* expression) {
    if (llvm::isa<clang::CallExpr>(expression)) return walk(expression);
    for (const clang::Stmt* child : expression->children()) walk(child);
  }

  void walk_call(const clang::CallExpr& call) {
    walk(call.getCallee());
    const MpiFunction* mpi = mpi_function(call);
    const clang::FunctionDecl* callee = callee_of(call);
    // The object of an operator that is a member is its first argument.
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    const bool operates = llvm::isa<clang::CXXOperatorCallExpr>(&call);
    const unsigned first = operates && method != nullptr ? 1 : 0;
    const clang::Expr* object = object_of(call, method);
    if (object != nullptr) object->getType()->isPointerType() ? walk(object) : walk_address(object);
    for (unsigned i = first; i < call.getNumArgs(); ++i) {
      const int position = static_cast<int>(i);
      walk_value(call.getArg(i));
      if (mpi != nullptr && (position == mpi->read_buffer || position == mpi->write_buffer)) {
        if (position == mpi->read_buffer) arguments_.message(call.getArg(i), false);
        if (position == mpi->write_buffer) arguments_.message(call.getArg(i), true);
      } else {
        arguments_.lend(call, call.getArg(i), i - first, callee, mpi);
      }
    }
    const DependentCall made = dependent_call(&call);
    if (made.object != nullptr)
      accesses_.add(path_of_object(*made.object, context_), made.changes(), made.object);
    if (mpi != nullptr) arguments_.requested(call, *mpi);
    note_return(call, callee);
    const auto arguments = llvm::ArrayRef(call.getArgs(), call.getNumArgs()).drop_front(first);
    const bool chosen_later = method != nullptr && method->isVirtual();
    const bool entered =
        mpi == nullptr && callee != nullptr &&
        enter({&call, callee, arguments, chosen_later ? nullptr : object, chosen_later, false});
    if (object != nullptr && !entered) arguments_.use_object(*object, *method);
    if (callee != nullptr && is_library_function(*callee)) {
      call_back(call, callbacks_of(call, *callee));
      for (const HiddenUse& use : hidden_uses(*callee)) accesses_.add_hidden(call, use, callee);
    }
  }

  void call_back(const clang::Stmt& site, llvm::ArrayRef<Callback> callbacks) {
    for (const Callback& callback : callbacks) {
      if (callback.function == nullptr) continue;
      enter({&site, callback.function, {}, nullptr, true, true});
    }
  }

  void walk_construction(const clang::CXXConstructExpr& made) {
    const clang::CXXConstructorDecl& constructor = *made.getConstructor();
    const auto arguments = llvm::ArrayRef(made.getArgs(), made.getNumArgs());
    for (const clang::Expr* argument : arguments) walk_value(argument);
    if (runs_arguments(constructor)) call_back(made, callbacks_of(arguments));
    // The memory behind a view is used where the view is.
    if (is_view(made.getType())) return;
    const bool copies = constructor.isCopyConstructor() && !is_temporary(made.getArg(0));
    if (copies) accesses_.add(made.getArg(0), false);
    if (is_library_function(constructor)) return;
    for (unsigned i = 0; i < made.getNumArgs() && !constructor.isCopyOrMoveConstructor(); ++i)
      arguments_.lend(made, made.getArg(i), i, &constructor, nullptr);
    enter({&made, &constructor, arguments, nullptr, false, true});
  }

  void walk_value(const clang::Expr* argument) {
    if (argument->isGLValue())
      walk_address(argument);
    else
      walk(argument);
  }

  struct Call {
    const clang::Stmt* site;
    const clang::FunctionDecl* callee;
    llvm::ArrayRef<const clang::Expr*> arguments;
    const clang::Expr* object;  ///< null: none, or not known
    bool may_not_run;
    bool new_object;  ///< the function's object exists for this call alone
  };

  /// Returns false if the function's effects on its object are unknown.
  bool enter(const Call& call) {
    const clang::FunctionDecl* definition = nullptr;
    if (is_library_function(*call.callee) || !call.callee->hasBody(definition)) return false;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool assigns = method != nullptr && method->isDefaulted() &&
                         (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
    if (assigns) return false;  // all of the object, as the caller names it
    if (!frames_.may_enter(*definition)) return false;
    enter_frame(call, *definition);
    if (call.may_not_run) frames_.begin_skippable();
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer* part : constructor->inits()) walk(part->getInit());
    walk(definition->getBody());
    if (call.may_not_run) frames_.end_skippable();
    frames_.leave(call.may_not_run);
    return call.object != nullptr;
  }

  void enter_frame(const Call& call, const clang::FunctionDecl& definition) {
    FormalToActual actuals = frames_.actuals_of(call.arguments, definition, context_);
    frames_.enter(callee_name(*call.site), &definition);
    CallFrames::Frame& frame = frames_.current();
    frame.actuals = std::move(actuals);
    if (frame.site == nullptr) frame.site = call.site;
    if (is_closure_call(definition)) return;  // `this` is that of the function around the lambda
    if (call.object != nullptr && !is_temporary(call.object)) {
      const AccessPath path = path_of_object(*call.object, context_);
      frame.new_object = path.self && frame.new_object;
      frame.self = path.self && frame.self ? path_within(*frame.self, path) : path;
    } else {
      frame.new_object = call.new_object || call.object != nullptr;
      frame.self.reset();
    }
  }

  Effects& effects_;
  clang::ASTContext& context_;
  CallFrames frames_;
  AccessRecorder accesses_;
  ArgumentEffects arguments_;
  int loops_ = 0;
  int breakables_ = 0;
  int lambdas_ = 0;
  std::vector<const clang::CXXTryStmt*> tries_;
  std::vector<const clang::Stmt*> long_jumps_;
  bool sets_jump_ = false;
};

}  // namespace

Effects effects_of(const clang::Stmt* statement, clang::ASTContext& context,
                   const RequestBuffers& request_buffers) {
  Effects effects;
  EffectWalker(effects, context, request_buffers).run(statement);
  effects.reachable = reachable_calls(statement);
  return effects;
}

}  // namespace bamboo::translator
