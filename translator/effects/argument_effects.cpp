// SPDX-License-Identifier: Apache-2.0
#include "effects/argument_effects.h"

#include "models/borrowed_memory.h"
#include "syntax/expressions.h"

namespace bamboo::translator {

void ArgumentEffects::lend(const clang::Stmt& call, const clang::Expr* argument, unsigned position,
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
    lend_place(call, path_of(argument, context_), argument, {true, !constant, false});
  } else if (type->isPointerType() || argument->getType()->isArrayType()) {
    const clang::QualType pointee = type->isPointerType()
                                        ? type->getPointeeType()
                                        : context_.getBaseElementType(argument->getType());
    if (!lends_memory(argument, pointee)) return;
    const bool constant = pointee.isConstQualified();
    ArgumentUse use = argument_use(callee, mpi, position, constant);
    use.certain &= !only_shows(argument);
    lend_place(call, path_behind(argument, context_), argument, use);
  }
}

void ArgumentEffects::lend_place(const clang::Stmt& call, const AccessPath& path,
                                 const clang::Expr* argument, const ArgumentUse& use) {
  if (use.reads) accesses_.add_lent(path, false, use.certain, argument, call);
  if (use.writes) accesses_.add_lent(path, true, use.certain, argument, call);
}

/// The argument is a copy, but the memory to which a view refers is still that of its owner.
void ArgumentEffects::lend_view(const clang::Stmt& call, const clang::Expr* argument) {
  if (!is_view(argument->getType())) return;
  const bool constant = is_constant_view(argument->getType());
  for (const AccessPath& path : paths_of_view(argument, context_))
    lend_place(call, path, argument, {true, !constant, false});
}

void ArgumentEffects::message(const clang::Expr* argument, bool write) {
  accesses_.add_message(path_behind(argument, context_), write, argument, argument);
}

void ArgumentEffects::requested(const clang::CallExpr& call, const MpiFunction& mpi) {
  const bool starts = mpi.role == MpiRole::Start;
  if (!starts && mpi.role != MpiRole::Wait) return;
  const clang::ValueDecl* request = request_of(mpi, call);
  if (!starts && !request_buffers_.all_receive(request)) return;
  for (const RequestBuffer& buffer : request_buffers_.of(request)) {
    if (starts && !buffer.persistent) continue;
    accesses_.add_message(path_behind(buffer.expression, context_), buffer.receives,
                          buffer.expression, &call);
  }
}

void ArgumentEffects::use_object(const clang::Expr& object, const clang::CXXMethodDecl& method) {
  if (method.getParent()->isLambda() || is_temporary(&object)) return;
  const bool writes = !method.isConst() && !hands_out(method);
  accesses_.add(path_of_object(object, context_), writes, &object);
  if (writes && !method.isOverloadedOperator())
    accesses_.add(path_of_object(object, context_), false, &object);
}

}  // namespace bamboo::translator
