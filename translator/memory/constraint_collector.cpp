// SPDX-License-Identifier: Apache-2.0
// The constraints: which addresses flow into which pointer.
#include "memory/allocations.h"
#include "memory/points_to.h"
#include "models/borrowed_memory.h"
#include "models/library_functions.h"
#include "models/mpi_functions.h"
#include "syntax/calls.h"
#include "syntax/expressions.h"

namespace bamboo::translator {

/// Visits the unit once, and records which values flow into which pointer.
class ConstraintCollector : public clang::RecursiveASTVisitor<ConstraintCollector> {
 public:
  ConstraintCollector(PointsTo& result, clang::ASTContext& context)
      : result_(result), sources_(context.getSourceManager()) {}

  bool TraverseDecl(clang::Decl* decl) {
    const bool library = decl != nullptr && !llvm::isa<clang::TranslationUnitDecl>(decl) &&
                         sources_.isInSystemHeader(decl->getLocation());
    return library || RecursiveASTVisitor::TraverseDecl(decl);
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    const clang::ValueDecl* named = one_declaration(variable);
    if (variable->hasGlobalStorage()) result_.globals_.insert(named);
    if (auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
      enter_parameter(parameter);
    else if (variable->hasExternalStorage() && !variable->hasDefinition())
      add(named, &PointsTo::unknown_object);  // other units write it too
    if (variable->hasInit() && !llvm::isa<clang::ParmVarDecl>(variable)) {
      initialize(named, variable->getType(), variable->getInit());
      note_value(named, variable->getInit());
    }
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl* field) {
    if (!sources_.isInMainFile(sources_.getExpansionLoc(field->getLocation())))
      add(field, &PointsTo::unknown_object);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* op) {
    if (op->getOpcode() != clang::BO_Assign || !op->getType()->isPointerType()) return true;
    const clang::ValueDecl* left = pointer_holder(op->getLHS());
    if (left == nullptr) {
      lend(op->getRHS());
      note_change(op->getLHS());
    } else {
      flow(left, op->getRHS(), swaps_.count(op) != 0);
      result_.assigned_[left].push_back(op->getRHS());
    }
    return true;
  }

  bool VisitCompoundAssignOperator(clang::CompoundAssignOperator* op) {
    note_change(op->getLHS());
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* op) {
    const bool changes = op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf;
    if (changes) note_change(op->getSubExpr());
    return true;
  }

  bool VisitCompoundStmt(clang::CompoundStmt* body) {
    for (auto at = body->body_begin(); at != body->body_end(); ++at)
      if (std::distance(at, body->body_end()) >= 3) find_swap(*at, *(at + 1), *(at + 2));
    return true;
  }

  bool VisitAbstractConditionalOperator(clang::AbstractConditionalOperator* choice) {
    lend(choice->getTrueExpr());
    lend(choice->getFalseExpr());
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    const clang::CXXConstructorDecl* constructor = made->getConstructor();
    for (unsigned i = 0; i < made->getNumArgs(); ++i) {
      const clang::Expr* argument = made->getArg(i);
      if (!constructor->isCopyOrMoveConstructor()) lend(argument);
      if (i < constructor->getNumParams()) pass(constructor->getParamDecl(i), argument);
    }
    return true;
  }

  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
    if (const clang::FieldDecl* field = initializer->getMember())
      initialize(field, field->getType(), initializer->getInit());
    return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }

  /// `view = value`
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) {
    if (call->getOperator() != clang::OO_Equal || call->getNumArgs() != 2) return true;
    const clang::ValueDecl* left = pointer_holder(call->getArg(0));
    if (left != nullptr && is_view(call->getArg(0)->getType())) flow_view(left, call->getArg(1));
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = callee_of(*call);
    note_exchange(*call, callee);
    if (callee != nullptr && callee->getNameAsString() == "swap" && call->getNumArgs() == 2) {
      unite(swapped_holder(call->getArg(0)), swapped_holder(call->getArg(1)));
      for (const clang::Expr* argument : call->arguments()) note_change(argument);
      return true;
    }
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const clang::Expr* argument = call->getArg(i);
      if (callee != nullptr && i < callee->getNumParams()) {
        const clang::FunctionDecl* definition = callee->getDefinition();
        // An operator that is a member has its object in front.
        const bool member =
            llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(callee);
        if (!member)
          pass((definition ? definition : callee)->getParamDecl(i), argument);
        else if (i > 0)
          pass((definition ? definition : callee)->getParamDecl(i - 1), argument);
      }
      pointer_lent(argument, callee);
    }
    return true;
  }

 private:
  void pass(const clang::ParmVarDecl* parameter, const clang::Expr* argument) {
    const clang::QualType type = parameter->getType();
    if (type->isPointerType()) flow(parameter, argument, false);
    if (is_view(type)) flow_view(parameter, argument);
    if (!type->isReferenceType()) return;
    refer(parameter, argument);
    const clang::ValueDecl* view = pointer_holder(argument);
    const bool written = !type.getNonReferenceType().isConstQualified();
    if (written && view != nullptr && is_view(argument->getType()))
      add(view, &PointsTo::unknown_object);
  }

  /// A reference to a temporary refers to a copy.
  void note_value(const clang::ValueDecl* named, const clang::Expr* value) {
    const auto* full = llvm::dyn_cast<clang::FullExpr>(value);
    const clang::Expr* object = (full != nullptr ? full->getSubExpr() : value)->IgnoreParens();
    const bool copied = llvm::isa<clang::MaterializeTemporaryExpr>(object);
    result_.assigned_[named].push_back(copied ? nullptr : value);
  }

  /// The pointer changes, or the place to which its address flows may change.
  void note_change(const clang::Expr* pointer) {
    if (!pointer->getType()->isPointerType()) return;
    const clang::Expr* object = pointer->IgnoreParens();
    if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(object)) {
      note_change(choice->getTrueExpr());
      note_change(choice->getFalseExpr());
    }
    if (const clang::ValueDecl* holder = pointer_holder(pointer))
      result_.assigned_[holder].push_back(nullptr);
  }

  /// A pointer or reference to the variable exists from now on.
  void lend(const clang::Expr* expression) {
    const clang::Expr* object = without_temporaries(expression);
    while (object != nullptr) {
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object);
          member != nullptr && !member->isArrow()) {
        object = without_temporaries(member->getBase());
      } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(object);
                 op != nullptr && op->getOpcode() == clang::UO_AddrOf) {
        object = without_temporaries(op->getSubExpr());
      } else {
        break;
      }
    }
    const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(object);
    if (name != nullptr && !name->getType()->isArithmeticType())
      result_.lent_.insert(one_declaration(name->getDecl()));
  }

  /// Swapped or moved memory gets another owner; pointers to it stay valid.
  void note_exchange(const clang::CallExpr& call, const clang::FunctionDecl* callee) {
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return;
    const llvm::StringRef name = callee->getName();
    if (name != "swap" && name != "move" && name != "exchange") return;
    const auto exchanged = [&](const clang::Expr* argument) {
      if (const clang::ValueDecl* holder = pointer_holder(argument))
        result_.exchanged_.insert(holder);
    };
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call))
      exchanged(member->getImplicitObjectArgument());
    for (const clang::Expr* argument : call.arguments())
      if (!argument->getType()->isPointerType()) exchanged(argument);
  }

  /// `view = value`, if the value may have several parts.
  void flow_view(const clang::ValueDecl* holder, const clang::Expr* value) {
    value = without_temporaries(value);
    const clang::QualType type = value->getType();
    if (type->isPointerType()) return flow(holder, value, false);
    if (is_allocation(value)) return add(holder, value);
    if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(value)) {
      flow_view(holder, choice->getTrueExpr());
      return flow_view(holder, choice->getFalseExpr());
    }
    if (const clang::ValueDecl* from = pointer_holder(value))
      return is_view(type) ? copy(holder, from, false) : refer(holder, value);
    if (const BorrowedMemory borrowed = borrowed_from(value); borrowed.object != nullptr)
      return flow_view(holder, borrowed.object);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value)) {
      const clang::FunctionDecl* callee = callee_of(*call);
      if (callee == nullptr || !is_library_function(*callee))
        return add(holder, &PointsTo::unknown_object);
    } else if (!llvm::isa<clang::CXXConstructExpr, clang::InitListExpr>(value)) {
      return add(holder, &PointsTo::unknown_object);
    }
    for (const clang::Expr* part : parts_of(value)) flow_view(holder, part);
  }

  void add(const clang::ValueDecl* holder, Object object) {
    result_.full_.objects[holder].insert(object);
    result_.unswapped_.objects[holder].insert(object);
  }

  void copy(const clang::ValueDecl* to, const clang::ValueDecl* from, bool swap) {
    result_.full_.copies.emplace_back(to, from);
    if (!swap) result_.unswapped_.copies.emplace_back(to, from);
  }

  void enter_parameter(const clang::ParmVarDecl* parameter) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
    // All calls of an internal function are visible.
    if (function != nullptr && !function->isExternallyVisible() && !function->isTemplated()) return;
    // This is the memory that the parameter points to at the call, not the parameter itself.
    const Object memory = reinterpret_cast<const char*>(parameter) + 1;
    add(parameter, memory);
    result_.parameters_.insert(memory);
    if (parameter->getType().isRestrictQualified()) result_.restricted_.insert(memory);
  }

  void initialize(const clang::ValueDecl* holder, clang::QualType type, const clang::Expr* init) {
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(init)) {
      const clang::RecordDecl* record = type->getAsRecordDecl();
      auto field = record != nullptr ? record->field_begin() : clang::RecordDecl::field_iterator();
      for (const clang::Expr* element : list->inits()) {
        if (record == nullptr) {
          initialize(holder, element->getType(), element);
        } else if (field != record->field_end()) {
          initialize(*field, field->getType(), element);
          ++field;
        }
      }
    } else if (type->isPointerType()) {
      flow(holder, init, swaps_.count(init) != 0);
    } else if (type->isReferenceType()) {
      refer(holder, init);
    } else if (is_view(type)) {
      flow_view(holder, init);
    }
  }

  /// `holder = value`
  void flow(const clang::ValueDecl* holder, const clang::Expr* value, bool swap) {
    if (swap) return;  // unite() has added both directions
    value = without_temporaries(value);
    if (value == nullptr ||
        value->isNullPointerConstant(holder->getASTContext(),
                                     clang::Expr::NPC_ValueDependentIsNotNull)) {
      return;
    }
    if (is_allocation(value) || llvm::isa<clang::StringLiteral>(value)) {
      add(holder, value);
    } else if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(value)) {
      flow(holder, choice->getTrueExpr(), swap);
      flow(holder, choice->getFalseExpr(), swap);
    } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(value);
               op != nullptr && op->getOpcode() == clang::UO_AddrOf) {
      refer(holder, op->getSubExpr());
    } else if (const clang::ValueDecl* from = pointer_holder(value)) {
      if (from->getType()->isArrayType() &&
          !from->getType()->getPointeeOrArrayElementType()->isPointerType()) {
        refer(holder, value);
      } else {
        copy(holder, from, swap);
      }
    } else {
      add(holder, &PointsTo::unknown_object);
    }
  }

  /// `holder = &object`
  void refer(const clang::ValueDecl* holder, const clang::Expr* object) {
    object = without_temporaries(object);
    while (true) {
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object);
          member != nullptr && !member->isArrow()) {
        object = without_temporaries(member->getBase());
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
        object = without_temporaries(element->getBase());
      } else {
        break;
      }
    }
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object)) {
      if (name->getType()->isPointerType()) {
        note_change(name);
        copy(holder, one_declaration(name->getDecl()), false);
      } else {
        add(holder, one_declaration(name->getDecl()));
        if (keeps(holder)) result_.lent_.insert(one_declaration(name->getDecl()));
      }
    } else if (const clang::ValueDecl* from = pointer_holder(object)) {
      // The field of an object that is known by its address only.
      const bool pointer = from->getType()->isPointerType() || from->getType()->isReferenceType();
      if (!pointer && is_record(from->getType())) return add(holder, &PointsTo::unknown_object);
      copy(holder, from, false);
    } else {
      note_change(object);  // one of several
      add(holder, &PointsTo::unknown_object);
    }
  }

  static bool is_record(clang::QualType type) {
    return type->isRecordType() || type->isDependentType();
  }

  /// As far as the buffers of blocks are concerned, MPI and the libraries keep no pointer that they
  /// get.
  static bool keeps(const clang::ValueDecl* holder) {
    const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(holder);
    const auto* function = parameter != nullptr
                               ? llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext())
                               : nullptr;
    if (function == nullptr) return true;
    const bool forgets = is_library_function(*function) && !function->isInStdNamespace();
    return !forgets && !is_mpi_name(*function);
  }

  /// `f(&p)`: an allocator that returns through its argument, or a function that may write
  /// anything.
  void pointer_lent(const clang::Expr* argument, const clang::FunctionDecl* callee) {
    const auto* op = llvm::dyn_cast_or_null<clang::UnaryOperator>(without_temporaries(argument));
    if (op == nullptr || op->getOpcode() != clang::UO_AddrOf) return;
    const clang::Expr* lent = op->getSubExpr();
    if (!lent->getType()->isPointerType() || is_request_type(lent->getType())) return;
    const clang::ValueDecl* holder = pointer_holder(lent);
    if (holder == nullptr) return;
    const std::string name = callee != nullptr ? callee->getNameAsString() : "";
    const bool allocates = name == "posix_memalign" || name == "MPI_Alloc_mem";
    add(holder, allocates ? static_cast<Object>(argument) : &PointsTo::unknown_object);
  }

  /// Argument of swap(a, b), or in C of swap(&a, &b).
  static const clang::ValueDecl* swapped_holder(const clang::Expr* argument) {
    const auto* op = llvm::dyn_cast_or_null<clang::UnaryOperator>(without_temporaries(argument));
    const bool lent = op != nullptr && op->getOpcode() == clang::UO_AddrOf;
    return pointer_holder(lent ? op->getSubExpr() : argument);
  }

  /// t = a; a = b; b = t;
  void find_swap(clang::Stmt* first, clang::Stmt* second, clang::Stmt* third) {
    const clang::ValueDecl* saved = nullptr;
    const clang::Expr* value = nullptr;
    const auto assignment = [](clang::Stmt* statement) -> clang::BinaryOperator* {
      auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement);
      return op != nullptr && op->getOpcode() == clang::BO_Assign ? op : nullptr;
    };
    if (auto* declaration = llvm::dyn_cast<clang::DeclStmt>(first)) {
      auto* variable = declaration->isSingleDecl()
                           ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                           : nullptr;
      if (variable == nullptr || !variable->hasInit()) return;
      saved = variable;
      value = variable->getInit();
    } else if (clang::BinaryOperator* op = assignment(first)) {
      saved = pointer_holder(op->getLHS());
      value = op->getRHS();
    }
    clang::BinaryOperator* one = assignment(second);
    clang::BinaryOperator* two = assignment(third);
    if (saved == nullptr || one == nullptr || two == nullptr) return;
    const clang::ValueDecl* a = pointer_holder(value);
    const clang::ValueDecl* b = pointer_holder(one->getRHS());
    if (a == nullptr || b == nullptr || pointer_holder(one->getLHS()) != a ||
        pointer_holder(two->getLHS()) != b || pointer_holder(two->getRHS()) != saved) {
      return;
    }
    swaps_.insert(one);
    swaps_.insert(two);
    unite(a, b);
  }

  void unite(const clang::ValueDecl* a, const clang::ValueDecl* b) {
    if (a == nullptr || b == nullptr) return;
    copy(a, b, true);
    copy(b, a, true);
    const auto class_of = [&](const clang::ValueDecl* decl) {
      const auto found = result_.swap_class_.find(decl);
      return found == result_.swap_class_.end() ? decl : found->second;
    };
    const clang::ValueDecl* from = class_of(b);
    const clang::ValueDecl* to = class_of(a);
    result_.swap_class_[a] = to;
    result_.swap_class_[b] = to;
    for (auto& [decl, representative] : result_.swap_class_)
      if (representative == from) representative = to;
  }

  PointsTo& result_;
  const clang::SourceManager& sources_;
  std::set<const void*> swaps_;
};

void PointsTo::collect(clang::ASTContext& context) {
  ConstraintCollector(*this, context).TraverseAST(context);
}

}  // namespace bamboo::translator
