// SPDX-License-Identifier: Apache-2.0
#include "models/implicit_calls.h"

#include "models/library_functions.h"
#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

/// Whether the object contains the function itself: std::function, std::bind and std::mem_fn.
bool stores_function(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || !record->isInStdNamespace() || !record->getDeclName().isIdentifier())
    return false;
  static const std::set<llvm::StringRef> names = {
      "function", "move_only_function", "copyable_function", "function_ref", "packaged_task"};
  const llvm::StringRef name = record->getName();
  return names.count(name) != 0 || name.starts_with("_Bind") || name.starts_with("_Mem_fn") ||
         name.starts_with("__bind") || name.starts_with("__mem_fn");
}

const clang::FunctionDecl* pattern_of(const clang::NamedDecl* declared) {
  const clang::NamedDecl* named = declared->getUnderlyingDecl();
  if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(named))
    return made->getTemplatedDecl();
  return llvm::dyn_cast<clang::FunctionDecl>(named);
}

bool is_smart_pointer(const clang::CXXRecordDecl& record) {
  if (!record.getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = record.getName();
  return name == "unique_ptr" || name == "shared_ptr" || name == "__shared_ptr";
}

/// The call operators of an object of a class of the program, including templates.
std::vector<const clang::FunctionDecl*> call_operators_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->isInStdNamespace() || !record->hasDefinition()) return {};
  const clang::DeclarationName call =
      record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  std::vector<const clang::FunctionDecl*> functions;
  for (const clang::NamedDecl* found : record->getDefinition()->lookup(call))
    if (const auto* function = pattern_of(found)) functions.push_back(function);
  return functions;
}

class Destructors {
 public:
  void add(const clang::Stmt* site, clang::QualType type, bool deleted = false) {
    if (type.isNull() || type->isDependentType()) return;
    while (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || (record = record->getDefinition()) == nullptr) return;
    if (record->hasTrivialDestructor() || !seen_.insert(record).second) return;
    const clang::CXXDestructorDecl* destructor = record->getDestructor();
    const bool library =
        record->isInStdNamespace() || (destructor != nullptr && is_library_function(*destructor));
    if (library) return add_elements(site, *record);
    if (destructor != nullptr) {
      const bool later = deleted && destructor->isVirtual() && !record->isEffectivelyFinal();
      if (later || destructor->isUserProvided()) endings.push_back({site, destructor, later});
    }
    for (const clang::FieldDecl* field : record->fields()) add(site, field->getType());
    for (const clang::CXXBaseSpecifier& base : record->bases()) add(site, base.getType());
  }

  void add_cleanup(const clang::Stmt* site, const clang::VarDecl& variable) {
    const auto* cleanup = variable.getAttr<clang::CleanupAttr>();
    if (cleanup != nullptr) endings.push_back({site, cleanup->getFunctionDecl(), false});
  }

  /// `pointer.reset(…)`, `pointer = …`
  void add_given_up(const clang::CallExpr& call) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
    if (method == nullptr || !method->getParent()->isInStdNamespace()) return;
    const bool gives_up = method->getOverloadedOperator() == clang::OO_Equal ||
                          (method->getDeclName().isIdentifier() && method->getName() == "reset");
    const bool owner = is_smart_pointer(*method->getParent());
    const clang::ASTContext& context = method->getASTContext();
    if (gives_up && owner) add(&call, context.getRecordType(method->getParent()));
  }

  std::vector<Ending> endings;

 private:
  /// The elements that `std::vector<T>` or `std::unique_ptr<T>` owns are destroyed with it.
  void add_elements(const clang::Stmt* site, const clang::CXXRecordDecl& record) {
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (made == nullptr) return;
    const bool deletes = is_smart_pointer(record);
    for (const clang::TemplateArgument& argument : made->getTemplateArgs().asArray())
      add_argument(site, argument, deletes);
    if (record.getName() == "unique_ptr") add_deleter(site, made->getTemplateArgs()[1]);
  }

  void add_deleter(const clang::Stmt* site, const clang::TemplateArgument& argument) {
    const clang::QualType type = argument.getAsType().getNonReferenceType();
    const std::vector<const clang::FunctionDecl*> calls = call_operators_of(type);
    for (const clang::FunctionDecl* call : calls) endings.push_back({site, call, false});
    const bool function = type->isFunctionPointerType() || type->isFunctionType();
    if (function || stores_function(type)) endings.push_back({site, nullptr, true});
  }

  void add_argument(const clang::Stmt* site, const clang::TemplateArgument& argument,
                    bool deleted) {
    if (argument.getKind() == clang::TemplateArgument::Type)
      add(site, argument.getAsType(), deleted);
    else if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const auto& part : argument.pack_elements()) add_argument(site, part, deleted);
  }

  std::set<const clang::CXXRecordDecl*> seen_;
};

void add_callbacks(const clang::Expr* argument, std::vector<Callback>& callbacks) {
  const clang::Expr* expression = without_temporaries(argument);
  if (llvm::isa<clang::LambdaExpr>(expression)) return;  // its body is part of the caller's text
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
      made != nullptr && made->getNumArgs() == 1 && stores_function(made->getType())) {
    return add_callbacks(made->getArg(0), callbacks);  // a lambda, where a std::function is taken
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
      made != nullptr && made->getNumArgs() == 1 &&
      made->getConstructor()->isCopyOrMoveConstructor()) {
    expression = without_temporaries(made->getArg(0));
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
      op != nullptr &&
      (op->getOpcode() == clang::UO_AddrOf || op->getOpcode() == clang::UO_Deref)) {
    const clang::Expr* inner = without_temporaries(op->getSubExpr());
    if (inner->getType()->isFunctionType()) expression = inner;
  }
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      callbacks.push_back({argument, function});
      return;
    }
  }
  const clang::QualType type = expression->getType().getNonReferenceType();
  if (type->isFunctionPointerType() || type->isMemberFunctionPointerType() ||
      type->isFunctionType() || stores_function(type)) {
    callbacks.push_back({argument, nullptr});
    return;
  }
  for (const clang::FunctionDecl* call : call_operators_of(type))
    callbacks.push_back({argument, call});
}

bool only_stores(const clang::FunctionDecl& callee) {
  if (!callee.getDeclName().isIdentifier()) return true;
  // Smart pointers get a deleter with `reset`.
  static const std::set<llvm::StringRef> methods = {"sort",  "merge",    "remove_if", "unique",
                                                    "apply", "and_then", "reset"};
  if (llvm::isa<clang::CXXMethodDecl>(callee)) return methods.count(callee.getName()) == 0;
  static const std::set<llvm::StringRef> functions = {"swap",
                                                      "move",
                                                      "forward",
                                                      "as_const",
                                                      "addressof",
                                                      "exchange",
                                                      "ref",
                                                      "cref",
                                                      "tie",
                                                      "forward_as_tuple",
                                                      "get",
                                                      "make_pair",
                                                      "make_tuple",
                                                      "make_unique",
                                                      "make_shared",
                                                      "bind",
                                                      "mem_fn",
                                                      "bind_front",
                                                      "signal",
                                                      "sigaction",
                                                      "atexit",
                                                      "on_exit",
                                                      "at_quick_exit",
                                                      "pthread_atfork",
                                                      "pthread_key_create",
                                                      "set_terminate",
                                                      "declval",
                                                      "bsd_signal",
                                                      "__cxa_atexit",
                                                      "construct_at",
                                                      "sigset",
                                                      "not_fn",
                                                      "set_new_handler",
                                                      "move_if_noexcept"};
  return functions.count(callee.getName()) != 0;
}

}  // namespace

std::vector<Ending> endings_of(const clang::Stmt* statement) {
  Destructors destructors;
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(statement))
    destructors.add(bound, bound->getType());
  else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement))
    destructors.add_given_up(*call);
  else if (const auto* deleted = llvm::dyn_cast<clang::CXXDeleteExpr>(statement))
    destructors.add(deleted, deleted->getDestroyedType(), true);
  for (const clang::Stmt* child : statement->children()) {
    const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(child);
    if (declaration == nullptr) continue;
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (variable == nullptr || !variable->hasLocalStorage()) continue;
      destructors.add(declaration, variable->getType());
      destructors.add_cleanup(declaration, *variable);
    }
  }
  std::reverse(destructors.endings.begin(), destructors.endings.end());
  return destructors.endings;
}

std::vector<Callback> callbacks_of(llvm::ArrayRef<const clang::Expr*> arguments) {
  std::vector<Callback> callbacks;
  for (const clang::Expr* argument : arguments) add_callbacks(argument, callbacks);
  return callbacks;
}

std::vector<Callback> callbacks_of(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
  if (only_stores(callee)) return {};
  return callbacks_of(llvm::ArrayRef(call.getArgs(), call.getNumArgs()));
}

bool calls_what_it_stores(const clang::FunctionDecl& callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
  return method != nullptr && method->getOverloadedOperator() == clang::OO_Call &&
         stores_function(method->getASTContext().getRecordType(method->getParent()));
}

bool runs_arguments(const clang::CXXConstructorDecl& constructor) {
  const clang::CXXRecordDecl* record = constructor.getParent();
  if (!record->isInStdNamespace() || !record->getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = record->getName();
  return name == "thread" || name == "jthread" || name == "shared_ptr";  // its deleter
}

}  // namespace bamboo::translator
