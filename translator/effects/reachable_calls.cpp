// SPDX-License-Identifier: Apache-2.0
#include "effects/reachable_calls.h"

#include "models/borrowed_memory.h"
#include "models/implicit_calls.h"
#include "models/library_functions.h"
#include "syntax/calls.h"

namespace bamboo::translator {
namespace {

constexpr char chosen_at_run_time[] = "a function that is chosen at run time";

class CallWalker {
 public:
  CallWalker(ReachableCalls& reachable, llvm::function_ref<bool(const clang::FunctionDecl&)> enter)
      : reachable_(reachable), enter_(enter) {}

  void walk(const clang::Stmt* statement, const clang::Stmt* site) {
    if (statement == nullptr) return;
    for (const clang::Stmt* child : statement->children()) walk(child, site);
    const clang::Stmt* here = site != nullptr ? site : statement;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      visit(*call, here);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      enter(*made->getConstructor(), here, false);
      if (runs_arguments(*made->getConstructor()))
        call_back(callbacks_of(llvm::ArrayRef(made->getArgs(), made->getNumArgs())), here);
    } else if (const auto* inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(statement)) {
      enter(*inherited->getConstructor(), here, false);
    } else if (const auto* value = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement)) {
      walk(value->getExpr(), here);
    } else if (const auto* init = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement)) {
      walk(init->getExpr(), here);
    }
    for (const Ending& ending : endings_of(statement))
      end(ending, site != nullptr ? site : ending.site);
  }

 private:
  void visit(const clang::CallExpr& call, const clang::Stmt* site) {
    if (const MpiFunction* function = mpi_function(call)) {
      reachable_.calls.push_back({function, &call, site});
      return;
    }
    const clang::FunctionDecl* callee = callee_of(call);
    if (callee == nullptr && dependent_call(&call).object != nullptr) return;
    if (callee == nullptr) {
      // Calls of a lambda and of a builtin are direct, so this is a call through a pointer.
      reachable_.unknown.push_back({site, callee_name(call)});
      return;
    }
    if (is_library_function(*callee)) {
      if (calls_what_it_stores(*callee)) reachable_.unknown.push_back({site, chosen_at_run_time});
      call_back(callbacks_of(call, *callee), site);
      return;
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    enter(*callee, site, method != nullptr && method->isVirtual());
  }

  void end(const Ending& ending, const clang::Stmt* site) {
    if (ending.function == nullptr)
      reachable_.unknown.push_back({site, chosen_at_run_time});
    else
      enter(*ending.function, site, ending.chosen_later);
  }

  void call_back(llvm::ArrayRef<Callback> callbacks, const clang::Stmt* site) {
    for (const Callback& callback : callbacks)
      if (callback.function == nullptr)
        reachable_.unknown.push_back({site, chosen_at_run_time});
      else
        enter(*callback.function, site, false);
  }

  void enter(const clang::FunctionDecl& callee, const clang::Stmt* site, bool chosen_later) {
    if (is_library_function(callee) || !enter_(callee)) return;
    const clang::FunctionDecl* definition = nullptr;
    const bool seen = callee.hasBody(definition);
    // A member that the compiler generates, without a definition, only copies.
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
    if (!seen && method != nullptr && method->isDefaulted() && !chosen_later) return;
    if (!seen || chosen_later) {
      reachable_.unknown.push_back({site, callee.getNameAsString()});
      return;
    }
    if (!visited_.insert(definition).second) return;
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer* member : constructor->inits())
        walk(member->getInit(), site);
    walk(definition->getBody(), site);
  }

  ReachableCalls& reachable_;
  llvm::function_ref<bool(const clang::FunctionDecl&)> enter_;
  std::set<const clang::FunctionDecl*> visited_;
};

}  // namespace

ReachableCalls reachable_calls(const clang::Stmt* statement,
                               llvm::function_ref<bool(const clang::FunctionDecl&)> enter) {
  ReachableCalls reachable;
  CallWalker(reachable, enter).walk(statement, nullptr);
  return reachable;
}

ReachableCalls reachable_calls(const clang::Stmt* statement) {
  return reachable_calls(statement, [](const clang::FunctionDecl&) { return true; });
}

std::string callee_name(const clang::Stmt& site) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&site)) {
    const clang::FunctionDecl* callee = callee_of(*call);
    return callee != nullptr ? callee->getNameAsString() : chosen_at_run_time;
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&site))
    return made->getConstructor()->getNameAsString();
  const std::vector<Ending> endings = endings_of(&site);
  if (!endings.empty() && endings.front().function != nullptr)
    return endings.front().function->getNameAsString();
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&site);
  const auto* variable = declaration != nullptr && !declaration->decls().empty()
                             ? llvm::dyn_cast<clang::VarDecl>(*declaration->decl_begin())
                             : nullptr;
  const auto* record = variable != nullptr ? variable->getType()->getAsCXXRecordDecl() : nullptr;
  return record != nullptr ? "~" + record->getNameAsString() : chosen_at_run_time;
}

clang::SourceLocation location_of(const clang::Stmt& site) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(&site);
  return expression != nullptr ? expression->getExprLoc() : site.getBeginLoc();
}

}  // namespace bamboo::translator
