// SPDX-License-Identifier: Apache-2.0
// The effects of a call on its arguments, its requests and its object.
#pragma once

#include "effects/access_recorder.h"
#include "memory/request_buffers.h"
#include "models/argument_use.h"

namespace bamboo::translator {

class ArgumentEffects {
 public:
  ArgumentEffects(clang::ASTContext& context, const RequestBuffers& request_buffers,
                  AccessRecorder& accesses)
      : context_(context), request_buffers_(request_buffers), accesses_(accesses) {}

  /// Memory that a call gets by pointer or reference counts as read, and as written unless the
  /// parameter's type forbids it. For known functions the model is more precise.
  void lend(const clang::Stmt& call, const clang::Expr* argument, unsigned position,
            const clang::FunctionDecl* callee, const MpiFunction* mpi);
  void message(const clang::Expr* argument, bool write);
  /// Records the memory that a start sends and that a wait receives. A request that a send uses as
  /// well is taken for that of a send: one array may serve both kinds of blocks.
  void requested(const clang::CallExpr& call, const MpiFunction& mpi);
  void use_object(const clang::Expr& object, const clang::CXXMethodDecl& method);

 private:
  void lend_place(const clang::Stmt& call, const AccessPath& path, const clang::Expr* argument,
                  const ArgumentUse& use);
  void lend_view(const clang::Stmt& call, const clang::Expr* argument);

  clang::ASTContext& context_;
  const RequestBuffers& request_buffers_;
  AccessRecorder& accesses_;
};

}  // namespace bamboo::translator
