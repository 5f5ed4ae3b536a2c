// SPDX-License-Identifier: Apache-2.0
#include "effects.h"

#include "program.h"
#include "views.h"

namespace bamboo::translator {
namespace {

constexpr int kCallDepth = 8;

class EffectWalker {
 public:
  EffectWalker(Effects& effects, const Program& program)
      : effects_(effects), program_(program), context_(program.context) {}

  void run(const clang::Stmt* statement) {
    walk(statement);
    // One that the statement itself has set jumps to a place in it.
    if (!sets_jump_) llvm::append_range(effects_.jumps, long_jumps_);
  }

 private:
  void walk(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
      walk_lambda(*lambda);
    } else if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) {
      return;  // sizeof evaluates nothing
    } else if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement);
               op != nullptr && op->isAssignmentOp()) {
      walk_address(op->getLHS());
      access(op->getLHS(), true);
      if (op->isCompoundAssignmentOp()) access(op->getLHS(), false);
      walk(op->getRHS());
    } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(statement);
               op != nullptr && op->isIncrementDecrementOp()) {
      walk_address(op->getSubExpr());
      access(op->getSubExpr(), true);
      access(op->getSubExpr(), false);
    } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(statement);
               op != nullptr && op->getOpcode() == clang::UO_AddrOf) {
      walk_address(op->getSubExpr());
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
               cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue) {
      walk_address(cast->getSubExpr());
      access(cast->getSubExpr(), false);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      walk_call(*call);
    } else if (const auto* tried = llvm::dyn_cast<clang::CXXTryStmt>(statement)) {
      walk_try(*tried);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      for (const clang::Expr* argument : made->arguments()) walk_value(argument);
    } else {
      note_control(statement);
      walk_children(statement);
    }
  }

  void walk_children(const clang::Stmt* statement) {
    const bool loop =
        llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
            statement);
    const bool breakable = loop || llvm::isa<clang::SwitchStmt>(statement);
    loops_ += loop;
    breakables_ += breakable;
    for (const clang::Stmt* child : statement->children()) walk(child);
    loops_ -= loop;
    breakables_ -= breakable;
  }

  void note_control(const clang::Stmt* statement) {
    if (const auto* thrown = llvm::dyn_cast<clang::CXXThrowExpr>(statement)) {
      if (lambdas_ == 0 && !caught(*thrown)) leave(statement);
    }
    if (depth_ > 0) return;
    const bool leaves =
        (llvm::isa<clang::BreakStmt>(statement) && breakables_ == 0) ||
        (llvm::isa<clang::ContinueStmt>(statement) && loops_ == 0) ||
        llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt>(statement);
    if (leaves) effects_.jumps.push_back(statement);
    if (llvm::isa<clang::LabelStmt>(statement)) effects_.labels.push_back(statement);
    if (llvm::isa<clang::SwitchCase>(statement) && breakables_ == 0) {
      effects_.labels.push_back(statement);
    }
  }

  /// Also out of a function that the statement calls: its caller is left as well.
  void leave(const clang::Stmt* statement) {
    effects_.jumps.push_back(site_ != nullptr ? site_ : statement);
  }

  bool caught(const clang::CXXThrowExpr& thrown) const {
    return llvm::any_of(tries_, [&](const clang::CXXTryStmt* tried) {
      for (unsigned i = 0; i < tried->getNumHandlers(); ++i) {
        const clang::QualType type = tried->getHandler(i)->getCaughtType();
        if (type.isNull()) return true;  // catch (...)
        if (thrown.getSubExpr() == nullptr) continue;
        const clang::QualType caught = type.getNonReferenceType();
        const clang::QualType value = thrown.getSubExpr()->getType();
        if (context_.hasSameUnqualifiedType(caught, value)) return true;
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

  void walk_try(const clang::CXXTryStmt& tried) {
    tries_.push_back(&tried);
    walk(tried.getTryBlock());
    tries_.pop_back();
    for (unsigned i = 0; i < tried.getNumHandlers(); ++i) walk(tried.getHandler(i));
  }

  /// A call that never comes back leaves the statement, unless the program has failed: nobody minds
  /// which messages went out before an assertion did not hold.
  void note_return(const clang::CallExpr& call, const clang::FunctionDecl* callee) {
    if (callee == nullptr || lambdas_ > 0) return;
    const LongJumpKind kind = long_jump_kind(call);
    if (kind == LongJumpKind::set) sets_jump_ = true;
    if (kind == LongJumpKind::jump) long_jumps_.push_back(site_ != nullptr ? site_ : &call);
    if (kind != LongJumpKind::none || !callee->isNoReturn()) return;
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
    const bool named = callee->getDeclName().isIdentifier();
    if (named && failures.count(callee->getName()) != 0) return;
    leave(&call);
  }

  /// A lambda that is only made runs nowhere yet; it may run whenever it is called.
  void walk_lambda(const clang::LambdaExpr& lambda) {
    ++depth_;
    ++lambdas_;
    walk_children(lambda.getBody());
    --lambdas_;
    --depth_;
  }

  /// What is evaluated to find out where an lvalue is.
  void walk_address(const clang::Expr* lvalue) {
    const clang::Expr* expression = lvalue->IgnoreParens();
    if (llvm::isa<clang::DeclRefExpr>(expression)) return;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      member->isArrow() ? walk(member->getBase()) : walk_address(member->getBase());
    } else {
      walk_children_or_call(expression);
    }
  }

  void walk_children_or_call(const clang::Expr* expression) {
    if (llvm::isa<clang::CallExpr>(expression)) return walk(expression);
    for (const clang::Stmt* child : expression->children()) walk(child);
  }

  clang::SourceLocation where(const clang::Stmt* statement) const {
    return site_ != nullptr ? site_->getExprLoc() : statement->getBeginLoc();
  }

  void access(const clang::Expr* lvalue, bool write) {
    add(place_of(lvalue, context_), write, false, lvalue);
  }

  void add(Place place, bool write, bool message, const clang::Expr* expression,
           bool certain = true, const clang::Stmt* made_by = nullptr) {
    if (place.self && self_) place = place_in(*self_, place);
    if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(place.anchor)) {
      // A called function's own variables are gone when it returns.
      const bool local = variable->isLocalVarDeclOrParm() && !variable->isStaticLocal();
      const bool own = depth_ > 0 && local && own_.count(variable->getDeclContext()) != 0;
      // What its parameters point to was lent to it, and counted with the names of the caller.
      if (own && (!place.deref || llvm::isa<clang::ParmVarDecl>(variable))) return;
    }
    if (llvm::isa_and_nonnull<clang::FunctionDecl, clang::EnumConstantDecl>(place.anchor)) return;
    if (!place.type.isNull() && is_request_type(place.type)) return;
    effects_.accesses.push_back({std::move(place), write, message, certain && depth_ == 0,
                                 expression, where(made_by != nullptr ? made_by : expression)});
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
    if (object != nullptr) {
      object->getType()->isPointerType() ? walk(object) : walk_address(object);
    }
    for (unsigned i = first; i < call.getNumArgs(); ++i) {
      const int position = static_cast<int>(i);
      walk_value(call.getArg(i));
      if (mpi != nullptr && (position == mpi->read_buffer || position == mpi->write_buffer)) {
        if (position == mpi->read_buffer) message(call.getArg(i), false);
        if (position == mpi->write_buffer) message(call.getArg(i), true);
      } else {
        lend(call.getArg(i), callee, i - first);
      }
    }
    if (mpi != nullptr) requested(call, *mpi);
    note_return(call, callee);
    const bool entered = enter(call, callee, mpi, object);
    if (object != nullptr && !entered) use_object(*object, *method);
  }

  static const clang::Expr* object_of(const clang::CallExpr& call,
                                      const clang::CXXMethodDecl* method) {
    if (method == nullptr || method->isStatic()) return nullptr;
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) {
      return member->getImplicitObjectArgument();
    }
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
    return operation != nullptr ? operation->getArg(0) : nullptr;
  }

  Place place_of_object(const clang::Expr& object) const {
    return object.getType()->isPointerType() ? target_of(&object, context_)
                                             : place_of(&object, context_);
  }

  void use_object(const clang::Expr& object, const clang::CXXMethodDecl& method) {
    if (method.getParent()->isLambda() || is_temporary(&object)) return;
    const bool writes = !method.isConst() && !hands_out(method);
    add(place_of_object(object), writes, false, &object);
    if (writes && !method.isOverloadedOperator())
      add(place_of_object(object), false, false, &object);
  }

  /// What a start sends, and what a wait receives. A request that a send uses as well is taken for
  /// that of a send: one array may serve both kinds of blocks.
  void requested(const clang::CallExpr& call, const MpiFunction& mpi) {
    const bool starts = mpi.role == MpiRole::start;
    if (!starts && mpi.role != MpiRole::wait) return;
    const clang::ValueDecl* request = request_of({&mpi, &call, &call});
    if (!starts && !program_.request_buffers.all_receive(request)) return;
    for (const RequestBuffer& buffer : program_.request_buffers.of(request)) {
      if (starts && !buffer.persistent) continue;
      add(target_of(buffer.expression, context_), buffer.receives, true, buffer.expression, true,
          &call);
    }
  }

  void walk_value(const clang::Expr* argument) {
    if (argument->isGLValue()) {
      walk_address(argument);
    } else {
      walk(argument);
    }
  }

  void message(const clang::Expr* argument, bool write) {
    add(target_of(argument, context_), write, true, argument);
  }

  /// Memory that a call gets by pointer or reference counts as read, and as written unless the
  /// parameter's type forbids it.
  void lend(const clang::Expr* argument, const clang::FunctionDecl* callee, unsigned position) {
    clang::QualType type = argument->getType();
    if (callee != nullptr && position < callee->getNumParams()) {
      type = callee->getParamDecl(position)->getType();
      if (callee->isTemplated() || type->isDependentType()) type = argument->getType();
    }
    if (is_temporary(argument) || (type->isRecordType() && is_view(type))) {
      lend_view(argument);
    } else if (type->isReferenceType()) {
      const Place place = place_of(argument, context_);
      add(place, false, false, argument, false);
      if (!type.getNonReferenceType().isConstQualified()) add(place, true, false, argument, false);
    } else if (type->isPointerType() || argument->getType()->isArrayType()) {
      const clang::QualType pointee = type->isPointerType()
                                          ? type->getPointeeType()
                                          : context_.getBaseElementType(argument->getType());
      if (pointee->isFunctionType() || opaque(pointee)) return;
      // A null pointer, or a special address such as MPI_IN_PLACE.
      if (llvm::isa<clang::IntegerLiteral, clang::GNUNullExpr, clang::CXXNullPtrLiteralExpr>(
              argument->IgnoreParenCasts())) {
        return;
      }
      const Place place = target_of(argument, context_);
      if (place.anchor == nullptr &&
          llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts())) {
        return;
      }
      add(place, false, false, argument, false);
      if (!pointee.isConstQualified()) add(place, true, false, argument, false);
    }
  }

  static bool is_temporary(const clang::Expr* argument) {
    return llvm::isa<clang::MaterializeTemporaryExpr>(argument->IgnoreParenCasts());
  }

  /// A copy; the memory that a view refers to is still that of somebody else.
  void lend_view(const clang::Expr* argument) {
    if (!is_view(argument->getType())) return;
    for (const Place& place : places_of_view(argument, context_)) {
      add(place, false, false, argument, false);
      if (!is_constant_view(argument->getType())) add(place, true, false, argument, false);
    }
  }

  /// A handle: there is nothing here that a program could read or write behind it.
  static bool opaque(clang::QualType pointee) {
    const clang::RecordDecl* record = pointee->getAsRecordDecl();
    return record != nullptr && record->getDefinition() == nullptr;
  }

  /// False: what the function does to its object is not known.
  bool enter(const clang::CallExpr& call, const clang::FunctionDecl* callee, const MpiFunction* mpi,
             const clang::Expr* object) {
    const clang::FunctionDecl* definition = nullptr;
    if (mpi != nullptr || callee == nullptr || is_library_function(*callee)) return false;
    if (!callee->hasBody(definition) || depth_ >= kCallDepth) return false;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (method != nullptr && method->isVirtual()) object = nullptr;
    if (!own_.insert(definition).second) return false;
    const clang::CallExpr* outer = site_;
    if (site_ == nullptr) site_ = &call;
    const std::optional<Place> self = self_;
    if (object != nullptr) {
      const Place place = place_of_object(*object);
      self_ = place.self && self ? place_in(*self, place) : place;
    }
    if (object != nullptr && is_temporary(object)) self_.reset();
    ++depth_;
    walk(definition->getBody());
    --depth_;
    self_ = self;
    site_ = outer;
    return object != nullptr;
  }

  Effects& effects_;
  const Program& program_;
  clang::ASTContext& context_;
  const clang::CallExpr* site_ = nullptr;  ///< the call in the statement that led here
  std::optional<Place> self_;              ///< `*this` of the function that the statement calls
  int depth_ = 0;
  int loops_ = 0;
  int breakables_ = 0;
  int lambdas_ = 0;
  std::vector<const clang::CXXTryStmt*> tries_;
  std::vector<const clang::Stmt*> long_jumps_;
  bool sets_jump_ = false;
  std::set<const clang::DeclContext*> own_;
};

}  // namespace

Effects effects_of(const clang::Stmt* statement, const Program& program) {
  Effects effects;
  EffectWalker(effects, program).run(statement);
  effects.contents = contents_of(statement);
  return effects;
}

}  // namespace bamboo::translator
