// SPDX-License-Identifier: Apache-2.0
#include "effects/effects.h"

#include "effects/formal_to_actual.h"
#include "models/argument_use.h"
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

constexpr int kCallDepth = 8;
constexpr int kEntries = 4;  // of one function: its arguments differ from call to call

class EffectWalker {
 public:
  EffectWalker(Effects& effects, clang::ASTContext& context, const RequestBuffers& request_buffers)
      : effects_(effects), context_(context), request_buffers_(request_buffers) {}

  void run(const clang::Stmt* statement) {
    walk(statement);
    // One that the statement itself has set jumps to a place in it.
    if (!sets_jump_) llvm::append_range(effects_.jumps, long_jumps_);
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
      if (op->isCompoundAssignmentOp()) access(op->getLHS(), false);
      walk(op->getRHS());
      access(op->getLHS(), true);
    } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(statement);
               op != nullptr && op->isIncrementDecrementOp()) {
      walk_address(op->getSubExpr());
      access(op->getSubExpr(), false);
      access(op->getSubExpr(), true);
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
      walk_construction(*made);
    } else if (const auto* assembly = llvm::dyn_cast<clang::AsmStmt>(statement)) {
      walk_assembly(*assembly);
    } else if (const auto* value = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement)) {
      walk(value->getExpr());
    } else if (const auto* value = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement)) {
      walk(value->getExpr());
    } else {
      note_control(statement);
      walk_children(statement);
      left_ |= llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement);
      gone_ |= llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt,
                         clang::CXXThrowExpr>(statement);
    }
  }

  void walk_children(const clang::Stmt* statement) {
    const bool loop = is_loop(statement);
    const bool breakable = loop || llvm::isa<clang::SwitchStmt>(statement);
    const bool left = left_;
    loops_ += loop;
    breakables_ += breakable;
    for (const clang::Stmt* child : statement->children()) {
      may_be_skipped(statement, child) ? walk_skippable(child, loop) : walk(child);
    }
    loops_ -= loop;
    breakables_ -= breakable;
    if (breakable) left_ = left;  // what `break` and `continue` skip ends here
  }

  /// A loop of the statement itself is taken to run: that it may have no pass is no reason to write
  /// it as it is.
  void walk_skippable(const clang::Stmt* child, bool loop) {
    const size_t set = set_.size();
    const bool counts = !loop || depth_ > 0;
    skippable_ += counts;
    walk(child);
    skippable_ -= counts;
    set_.resize(set);
  }

  void note_control(const clang::Stmt* statement) {
    if (const auto* thrown = llvm::dyn_cast<clang::CXXThrowExpr>(statement)) {
      if (lambdas_ == 0 && !is_caught(*thrown, tries_, context_)) leave(statement);
    }
    if (llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement)) set_.clear();
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

  void walk_assembly(const clang::AsmStmt& assembly) {
    if (const auto* written = llvm::dyn_cast<clang::GCCAsmStmt>(&assembly)) {
      for (const AsmOperand& operand : operands_of(*written)) {
        if (!operand.in_memory) walk(operand.expression);
        if (operand.in_memory) walk_address(operand.expression);
        if (operand.in_memory && operand.reads) access(operand.expression, false);
        if (operand.writes) access(operand.expression, true);
      }
    }
    use_hidden(assembly, {hidden_state_of(assembly)}, nullptr);
  }

  void use_hidden(const clang::Stmt& by, const HiddenUse& use, const clang::FunctionDecl* callee) {
    if (use.state == HiddenState::none) return;
    Place place;
    place.anchor = callee != nullptr ? callee->getCanonicalDecl() : nullptr;
    place.hidden = use.state;
    if (use.reads) add(place, false, false, &by);
    if (use.writes) add(place, true, false, &by);
  }

  /// Also out of a function that the statement calls: its caller is left as well.
  void leave(const clang::Stmt* statement) {
    effects_.jumps.push_back(site_ != nullptr ? site_ : statement);
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
    if (is_failure(*callee)) return;
    leave(&call);
  }

  /// A lambda that is only made runs nowhere yet; it may run whenever it is called.
  void walk_lambda(const clang::LambdaExpr& lambda) {
    const Frame frame = enter_frame("the lambda");
    ++depth_;
    ++lambdas_;
    ++skippable_;
    walk_children(lambda.getBody());
    --skippable_;
    --lambdas_;
    --depth_;
    leave_frame(frame, true);
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
    return site_ != nullptr ? location_of(*site_) : statement->getBeginLoc();
  }

  void access(const clang::Expr* lvalue, bool write) {
    add(place_of(lvalue, context_), write, false, lvalue);
  }

  void add(Place place, bool write, bool message, const clang::Stmt* expression,
           bool certain = true, const clang::Stmt* made_by = nullptr,
           const clang::Stmt* lent_to = nullptr) {
    if (place.self && new_object_) return;
    if (place.self && self_) place = place_in(*self_, place);
    const bool called = depth_ > 0 || lent_to != nullptr;
    if (called) certain &= skippable_ == 0 && !left_ && !gone_ && known_element(place);
    const clang::Stmt* at = made_by != nullptr ? made_by : expression;
    if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(place.anchor)) {
      // A called function's own variables are gone when it returns.
      const bool local = variable->isLocalVarDeclOrParm() && !variable->isStaticLocal();
      const bool own = depth_ > 0 && local && own_.count(variable->getDeclContext()) != 0;
      const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
      // What its parameters point to was lent to it, and counted with the names of the caller; what
      // is certain of it counts once more.
      if (own && (!place.deref || parameter != nullptr)) {
        const Given* given =
            certain && place.deref ? given_for(given_, *parameter, place) : nullptr;
        if (given == nullptr) return;
        place = place_in(given->place, place);
        expression = pointed_at(given->argument);
      }
    }
    const bool named = place.hidden == HiddenState::none;
    if (named && llvm::isa_and_nonnull<clang::FunctionDecl, clang::EnumConstantDecl>(place.anchor))
      return;
    if (!place.type.isNull() && is_request_type(place.type)) return;
    const bool variable = !place.deref && !place.self && place.anchor != nullptr;
    bool exposed = write || !variable || !llvm::is_contained(set_, place.anchor);
    if (place.hidden == HiddenState::error_number) {
      // Who asks for it asks about the last call before.
      exposed = write || !error_set_;
      error_set_ |= write;
    }
    const bool whole = variable && place.fields.empty() && place.offset.empty();
    if (write && whole && certain && !left_ && !gone_) set_.push_back(place.anchor);
    std::string callee = called ? callee_ : "";
    if (called && depth_ == 0) callee = callee_name(*lent_to);
    effects_.accesses.push_back({std::move(place), write, message, certain, exposed,
                                 std::move(callee), expression, where(at),
                                 depth_ > 0 ? at->getBeginLoc() : clang::SourceLocation()});
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
        lend(call, call.getArg(i), i - first, callee, mpi);
      }
    }
    const DependentCall made = dependent_call(&call);
    if (made.object) add(place_of_object(*made.object), made.changes(), false, made.object);
    if (mpi != nullptr) requested(call, *mpi);
    note_return(call, callee);
    const auto arguments = llvm::ArrayRef(call.getArgs(), call.getNumArgs()).drop_front(first);
    const bool chosen_later = method != nullptr && method->isVirtual();
    const bool entered =
        mpi == nullptr && callee != nullptr &&
        enter({&call, callee, arguments, chosen_later ? nullptr : object, chosen_later, false});
    if (object != nullptr && !entered) use_object(*object, *method);
    if (callee != nullptr && is_library_function(*callee)) {
      call_back(call, callbacks_of(call, *callee));
      for (const HiddenUse& use : hidden_uses(*callee)) use_hidden(call, use, callee);
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
    // What a view refers to is used where the view is.
    if (is_view(made.getType())) return;
    const bool copies = constructor.isCopyConstructor() && !is_temporary(made.getArg(0));
    if (copies) add(place_of(made.getArg(0), context_), false, false, made.getArg(0), true);
    if (is_library_function(constructor)) return;
    for (unsigned i = 0; i < made.getNumArgs() && !constructor.isCopyOrMoveConstructor(); ++i) {
      lend(made, made.getArg(i), i, &constructor, nullptr);
    }
    enter({&made, &constructor, arguments, nullptr, false, true});
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
    const clang::ValueDecl* request = request_of(mpi, call);
    if (!starts && !request_buffers_.all_receive(request)) return;
    for (const RequestBuffer& buffer : request_buffers_.of(request)) {
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
  /// parameter's type forbids it; of known functions the translator knows better.
  void lend(const clang::Stmt& call, const clang::Expr* argument, unsigned position,
            const clang::FunctionDecl* callee, const MpiFunction* mpi) {
    clang::QualType type = argument->getType();
    if (callee != nullptr && position < callee->getNumParams()) {
      type = callee->getParamDecl(position)->getType();
      if (callee->isTemplated() || type->isDependentType()) type = argument->getType();
    }
    if (is_temporary(argument) || (type->isRecordType() && is_view(type))) {
      lend_view(call, argument);
    } else if (type->isReferenceType()) {
      const bool constant = type.getNonReferenceType().isConstQualified();
      lend_place(call, place_of(argument, context_), argument, {true, !constant, false});
    } else if (type->isPointerType() || argument->getType()->isArrayType()) {
      const clang::QualType pointee = type->isPointerType()
                                          ? type->getPointeeType()
                                          : context_.getBaseElementType(argument->getType());
      if (!lends_memory(argument, pointee)) return;
      const Place place = target_of(argument, context_);
      const bool constant = pointee.isConstQualified();
      ArgumentUse use = argument_use(callee, mpi, position, constant);
      use.certain &= !only_shows(argument);
      lend_place(call, place, argument, use);
    }
  }

  void lend_place(const clang::Stmt& call, const Place& place, const clang::Expr* argument,
                  const ArgumentUse& use) {
    const clang::Expr* named = pointed_at(argument);
    if (use.reads) add(place, false, false, named, use.certain, argument, &call);
    if (use.writes) add(place, true, false, named, use.certain, argument, &call);
  }

  /// A copy; the memory that a view refers to is still that of somebody else.
  void lend_view(const clang::Stmt& call, const clang::Expr* argument) {
    if (!is_view(argument->getType())) return;
    const bool constant = is_constant_view(argument->getType());
    for (const Place& place : places_of_view(argument, context_)) {
      lend_place(call, place, argument, {true, !constant, false});
    }
  }

  struct Call {
    const clang::Stmt* site;
    const clang::FunctionDecl* callee;
    llvm::ArrayRef<const clang::Expr*> arguments;
    const clang::Expr* object;  ///< null: none, or not known
    bool may_not_run;
    bool new_object;  ///< whatever the function does to its object, nobody else has it
  };

  /// False: what the function does to its object is not known.
  bool enter(const Call& call) {
    const clang::FunctionDecl* definition = nullptr;
    if (is_library_function(*call.callee) || !call.callee->hasBody(definition)) return false;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool assigns = method != nullptr && method->isDefaulted() &&
                         (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
    if (assigns) return false;  // all of the object, as the caller names it
    if (depth_ >= kCallDepth || ++entries_[definition] > kEntries) return false;
    if (!active_.insert(definition).second) return false;
    own_.insert(definition);
    GivenParameters given = given_to(call.arguments, *definition);
    const Frame frame = enter_frame(callee_name(*call.site));
    given_ = std::move(given);
    if (site_ == nullptr) site_ = call.site;
    if (is_closure_call(*definition)) {
      // `this` is that of the function that holds the lambda.
    } else if (call.object != nullptr && !is_temporary(call.object)) {
      const Place place = place_of_object(*call.object);
      new_object_ = place.self && frame.new_object;
      self_ = place.self && self_ ? place_in(*self_, place) : place;
    } else {
      new_object_ = call.new_object || call.object != nullptr;
      self_.reset();
    }
    ++depth_;
    skippable_ += call.may_not_run;
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
      for (const clang::CXXCtorInitializer* part : constructor->inits()) walk(part->getInit());
    }
    walk(definition->getBody());
    skippable_ -= call.may_not_run;
    --depth_;
    leave_frame(frame, call.may_not_run);
    active_.erase(definition);
    return call.object != nullptr;
  }

  GivenParameters given_to(llvm::ArrayRef<const clang::Expr*> arguments,
                           const clang::FunctionDecl& definition) const {
    GivenParameters given;
    const size_t count = std::min<size_t>(definition.getNumParams(), arguments.size());
    for (unsigned i = 0; i < count; ++i) {
      const clang::ParmVarDecl* parameter = definition.getParamDecl(i);
      const clang::QualType type = parameter->getType();
      const clang::Expr* argument = arguments[i];
      const bool refers = type->isReferenceType() && !type.getNonReferenceType()->isPointerType() &&
                          !is_temporary(argument);
      if ((!refers && !type->isPointerType()) || !keeps_value(parameter, definition)) continue;
      Place place = refers ? place_of(argument, context_) : target_of(argument, context_);
      const auto* outer = llvm::dyn_cast_or_null<clang::ParmVarDecl>(place.anchor);
      if (outer != nullptr && depth_ > 0 && place.deref && own_.count(outer->getDeclContext())) {
        const Given* known = given_for(given_, *outer, place);
        if (known == nullptr) continue;
        place = place_in(known->place, place);
        argument = known->argument;
      }
      given[parameter] = {std::move(place), argument};
    }
    return given;
  }

  /// What is known of a function that the statement calls while it is walked.
  struct Frame {
    const clang::Stmt* site;
    std::optional<Place> self;
    bool new_object;
    GivenParameters given;
    std::string callee;
    size_t set;
    bool left, gone;
  };

  Frame enter_frame(const std::string& callee) {
    Frame frame = {site_, self_, new_object_, given_, callee_, set_.size(), left_, gone_};
    if (callee_.empty()) callee_ = callee;
    skippable_ += left_ || gone_;
    left_ = gone_ = false;
    return frame;
  }

  void leave_frame(const Frame& frame, bool may_not_run) {
    // A function that returned early may not have come to what it sets.
    if (may_not_run || set_.size() < frame.set) set_.resize(std::min(set_.size(), frame.set));
    site_ = frame.site;
    self_ = frame.self;
    new_object_ = frame.new_object;
    given_ = frame.given;
    callee_ = frame.callee;
    left_ = frame.left;
    gone_ = frame.gone;
    skippable_ -= left_ || gone_;
  }

  Effects& effects_;
  clang::ASTContext& context_;
  const RequestBuffers& request_buffers_;
  const clang::Stmt* site_ = nullptr;  ///< the call in the statement that led here
  std::optional<Place> self_;          ///< `*this` of the function that the statement calls
  bool new_object_ = false;            ///< `*this` is made, or ends, in the statement
  int depth_ = 0;
  int loops_ = 0;
  int breakables_ = 0;
  int lambdas_ = 0;
  int skippable_ = 0;  ///< conditions that decide whether what is walked now runs
  bool left_ = false;  ///< a jump may skip the rest of a loop or switch
  bool gone_ = false;  ///< the function may have returned
  bool error_set_ = false;
  std::vector<const clang::ValueDecl*> set_;  ///< variables that have new values by now
  std::string callee_;                        ///< what `site_` calls
  GivenParameters given_;
  std::map<const clang::FunctionDecl*, int> entries_;
  std::set<const clang::FunctionDecl*> active_;
  std::vector<const clang::CXXTryStmt*> tries_;
  std::vector<const clang::Stmt*> long_jumps_;
  bool sets_jump_ = false;
  std::set<const clang::DeclContext*> own_;
};

}  // namespace

Effects effects_of(const clang::Stmt* statement, clang::ASTContext& context,
                   const RequestBuffers& request_buffers) {
  Effects effects;
  EffectWalker(effects, context, request_buffers).run(statement);
  effects.contents = contents_of(statement);
  return effects;
}

}  // namespace bamboo::translator
