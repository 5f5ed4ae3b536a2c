// SPDX-License-Identifier: Apache-2.0
// Accesses of a statement, in the names of the statement also where a called function does them.
#pragma once

#include "effects/call_frames.h"

namespace bamboo::translator {

struct Access {
  AccessPath path;
  bool write = false;
  bool message = false;               ///< the buffer of an MPI call
  bool certain = true;                ///< false: a called function may do it, or not
  bool exposed = true;                ///< false: a read of what the statement itself has set before
  std::optional<std::string> callee;  ///< the function that the statement calls for it, if any
  const clang::Stmt* expression = nullptr;  ///< as written
  clang::SourceLocation location;  ///< in the statement itself, even when a called function does it
  clang::SourceLocation inside;    ///< where such a function does it, if its body is visible
};

class AccessRecorder {
 public:
  AccessRecorder(clang::ASTContext& context, CallFrames& frames)
      : context_(context), frames_(frames) {}

  void add(AccessPath path, bool write, const clang::Stmt* expression);
  void add(const clang::Expr* lvalue, bool write) { add(path_of(lvalue, context_), write, lvalue); }
  /// The buffer of the MPI call `made_by`, which may name no more than a request.
  void add_message(AccessPath path, bool write, const clang::Stmt* expression,
                   const clang::Stmt* made_by);
  /// Records the access that `call` may make, or certainly makes, to memory that it gets by its
  /// `argument`.
  void add_lent(AccessPath path, bool write, bool certain, const clang::Expr* argument,
                const clang::Stmt& call);
  void add_hidden(const clang::Stmt& by, const HiddenUse& use, const clang::FunctionDecl* callee);

  std::vector<Access> take() { return std::move(accesses_); }

 private:
  void record(Access access, const clang::Stmt* at, const clang::Stmt* lent_to = nullptr);
  bool rename_for_caller(Access& access) const;

  clang::ASTContext& context_;
  CallFrames& frames_;
  std::vector<Access> accesses_;
  bool error_set_ = false;
};

}  // namespace bamboo::translator
