// SPDX-License-Identifier: Apache-2.0
// A receive block reduced to the control flow around its receives: the part that runs twice.
#pragma once

#include "directives/annotated_unit.h"
#include "frontend/diagnostic_table.h"

namespace bamboo::translator {

struct PostedReceive {
  const clang::CallExpr* call = nullptr;
  bool varies = true;  ///< its buffer is another one in every iteration of the loops around it
};

/// Why the receives of a block stay in order.
struct PostingRefusal {
  Diag why;
  clang::SourceLocation where;
  std::string what = {};                  ///< %0 of the message
  clang::SourceLocation written_at = {};  ///< where the block writes the memory that `what` reads
  std::string written = {};
};

class PostingSlice {
 public:
  PostingSlice(const AnnotatedUnit& unit, const clang::Stmt* block) : unit_(unit), block_(block) {}

  std::optional<PostingRefusal> build();

  const std::vector<PostedReceive>& receives() const { return receives_; }
  /// Expressions and declarations that the posting code evaluates.
  const std::vector<const clang::Stmt*>& evaluated() const { return evaluated_; }
  /// A loop's variable: set by the loop's head only.
  bool counter(const clang::ValueDecl* variable) const { return counters_.count(variable) != 0; }
  bool has_loop() const { return has_loop_; }
  const std::string& text() const { return text_; }

 private:
  void find_needed(const clang::Stmt* statement);
  void need(const clang::Stmt* expression);
  bool keeps(const clang::Stmt* statement) const;
  void reduce(const clang::Stmt* statement, int depth);
  bool complete() const;
  void reduce_declaration(const clang::DeclStmt& declaration, int depth);
  void reduce_for(const clang::ForStmt& loop, int depth);
  void reduce_range_for(const clang::CXXForRangeStmt& loop, int depth);
  void reduce_if(const clang::IfStmt& choice, int depth);
  void reduce_body(const clang::Stmt* body, int depth);
  void post_from(const clang::Stmt* statement, int depth);
  void post(const clang::CallExpr& call, int depth);
  void check_assigned_elsewhere(const clang::Stmt* body, const clang::Expr* step,
                                const std::set<const clang::ValueDecl*>& variables);
  bool depends_on(const clang::Stmt* expression,
                  const std::set<const clang::ValueDecl*>& variables) const;
  void refuse(Diag why, const clang::Stmt* where);
  void line(int depth, const std::string& text);

  const AnnotatedUnit& unit_;
  const clang::Stmt* block_;
  std::optional<PostingRefusal> refusal_;
  std::vector<PostedReceive> receives_;
  size_t total_ = 0;  ///< receives in the block's text
  std::vector<const clang::Stmt*> evaluated_;
  std::set<const clang::ValueDecl*> counters_;
  std::set<const clang::ValueDecl*> needed_;
  std::vector<std::set<const clang::ValueDecl*>> loops_;  ///< changed by each surrounding loop
  bool has_loop_ = false;
  std::string text_;
};

}  // namespace bamboo::translator
