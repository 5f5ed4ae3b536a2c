// SPDX-License-Identifier: Apache-2.0
#include "contents.h"

#include "points_to.h"

namespace bamboo::translator {
namespace {

class Walker {
 public:
  Walker(Contents& contents, llvm::function_ref<bool(const clang::FunctionDecl&)> enter)
      : contents_(contents), enter_(enter) {}

  void walk(const clang::Stmt* statement, const clang::CallExpr* site) {
    if (statement == nullptr) return;
    for (const clang::Stmt* child : statement->children()) walk(child, site);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      visit(*call, site != nullptr ? site : call);
    }
  }

 private:
  void visit(const clang::CallExpr& call, const clang::CallExpr* site) {
    if (const MpiFunction* function = mpi_function(call)) {
      contents_.calls.push_back({function, &call, site});
      return;
    }
    const clang::FunctionDecl* callee = callee_of(call);
    if (callee == nullptr) {
      // A lambda's own call operator and a builtin are direct; what is left is a pointer.
      contents_.unknown.push_back(site);
      return;
    }
    if (is_library_function(*callee) || !enter_(*callee)) return;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    const clang::FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition) || (method != nullptr && method->isVirtual())) {
      contents_.unknown.push_back(site);
      return;
    }
    if (visited_.insert(definition).second) walk(definition->getBody(), site);
  }

  Contents& contents_;
  llvm::function_ref<bool(const clang::FunctionDecl&)> enter_;
  std::set<const clang::FunctionDecl*> visited_;
};

}  // namespace

Contents contents_of(const clang::Stmt* statement,
                     llvm::function_ref<bool(const clang::FunctionDecl&)> enter) {
  Contents contents;
  Walker(contents, enter).walk(statement, nullptr);
  return contents;
}

Contents contents_of(const clang::Stmt* statement) {
  return contents_of(statement, [](const clang::FunctionDecl&) { return true; });
}

LongJumpKind long_jump_kind(const clang::CallExpr& call) {
  // The libraries' headers make macros of these names, with underscores in front.
  const clang::FunctionDecl* callee = callee_of(call);
  if (callee == nullptr || !callee->getDeclName().isIdentifier()) return LongJumpKind::none;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  name = name.ltrim('_');
  if (name == "setjmp" || name == "sigsetjmp") return LongJumpKind::set;
  if (name == "longjmp" || name == "siglongjmp") return LongJumpKind::jump;
  return LongJumpKind::none;
}

const clang::ValueDecl* request_of(const MpiCall& call) {
  const int position = call.function->request;
  if (position < 0 || position >= static_cast<int>(call.call->getNumArgs())) return nullptr;
  const clang::Expr* argument = call.call->getArg(position)->IgnoreParenCasts();
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(argument)) {
    if (op->getOpcode() == clang::UO_AddrOf) argument = op->getSubExpr();
  }
  return pointer_holder(argument);
}

std::string callee_name(const clang::CallExpr& call) {
  const clang::FunctionDecl* callee = callee_of(call);
  return callee != nullptr ? callee->getNameAsString() : "a function that is chosen at run time";
}

}  // namespace bamboo::translator
