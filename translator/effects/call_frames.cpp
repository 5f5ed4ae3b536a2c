// SPDX-License-Identifier: Apache-2.0
#include "effects/call_frames.h"

#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

constexpr size_t call_depth = 8;
constexpr int entries = 4;  // into one function: its arguments differ from call to call

}  // namespace

bool CallFrames::may_enter(const clang::FunctionDecl& definition) {
  if (frames_.size() > call_depth || ++entries_[&definition] > entries) return false;
  return llvm::none_of(frames_, [&](const Frame& frame) { return frame.function == &definition; });
}

void CallFrames::enter(const std::string& callee, const clang::FunctionDecl* definition) {
  Frame inner = current();
  inner.function = definition;
  if (!inner.callee) inner.callee = callee;
  skippable_ += may_be_over(current());
  inner.left = inner.gone = false;
  inner.set_before = set_.size();
  frames_.push_back(std::move(inner));
}

void CallFrames::leave(bool may_not_run) {
  if (may_not_run) forget_set_after(current().set_before);
  frames_.pop_back();
  skippable_ -= may_be_over(current());
}

FormalToActual CallFrames::actuals_of(llvm::ArrayRef<const clang::Expr*> arguments,
                                      const clang::FunctionDecl& definition,
                                      clang::ASTContext& context) const {
  FormalToActual actuals;
  const size_t count = std::min<size_t>(definition.getNumParams(), arguments.size());
  for (unsigned i = 0; i < count; ++i) {
    const clang::ParmVarDecl* parameter = definition.getParamDecl(i);
    const clang::QualType type = parameter->getType();
    const clang::Expr* argument = arguments[i];
    const bool refers = type->isReferenceType() && !type.getNonReferenceType()->isPointerType() &&
                        !is_temporary(argument);
    if ((!refers && !type->isPointerType()) || !keeps_value(parameter, definition)) continue;
    AccessPath path = refers ? path_of(argument, context) : path_behind(argument, context);
    const auto* outer = llvm::dyn_cast_or_null<clang::ParmVarDecl>(path.base);
    if (outer != nullptr && path.dereferenced && owns(*outer)) {
      const Actual* known = actual_for(current().actuals, *outer, path);
      if (known == nullptr) continue;
      path = path_within(known->path, path);
      argument = known->argument;
    }
    actuals[parameter] = {std::move(path), argument};
  }
  return actuals;
}

bool CallFrames::owns(const clang::VarDecl& variable) const {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
  return in_call() && variable.isLocalVarDeclOrParm() && !variable.isStaticLocal() &&
         function != nullptr && entries_.count(function) != 0;
}

void CallFrames::set(const clang::ValueDecl* variable) {
  if (!may_be_over(current())) set_.push_back(variable);
}

}  // namespace bamboo::translator
