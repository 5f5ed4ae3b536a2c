// SPDX-License-Identifier: Apache-2.0
// The position of a walk over a statement: the called function that it is in, and the facts known
// there.
#pragma once

#include "effects/formal_to_actual.h"

namespace bamboo::translator {

/// A stack of the functions that are being walked. The lowest frame is the statement itself. A
/// lambda has its own frame, which knows the facts of the enclosing function.
class CallFrames {
 public:
  struct Frame {
    const clang::FunctionDecl* function = nullptr;  ///< null: the statement, or a lambda
    const clang::Stmt* site = nullptr;              ///< the call in the statement that led here
    std::optional<std::string> callee;              ///< what `site` calls
    std::optional<AccessPath> self;                 ///< `*this`, in the names of the statement
    bool new_object = false;                        ///< `*this` is made, or ends, in the statement
    FormalToActual actuals;
    bool left = false;      ///< a jump may skip the rest of a loop or switch
    bool gone = false;      ///< the function may have returned
    size_t set_before = 0;  ///< how many variables were set when the function was entered
  };

  Frame& current() { return frames_.back(); }
  const Frame& current() const { return frames_.back(); }
  bool in_call() const { return frames_.size() > 1; }

  /// Counts the entry of a function. Returns false if calls nest too deeply, or if the function has
  /// been entered too often.
  bool may_enter(const clang::FunctionDecl& definition);
  void enter(const std::string& callee, const clang::FunctionDecl* definition);
  void leave(bool may_not_run);

  /// The objects that the parameters of `definition` point to or refer to, called from here.
  FormalToActual actuals_of(llvm::ArrayRef<const clang::Expr*> arguments,
                            const clang::FunctionDecl& definition,
                            clang::ASTContext& context) const;

  /// Whether the variable belongs to a function that has been entered, so that it ends with it.
  bool owns(const clang::VarDecl& variable) const;

  /// Statements that are walked until `end_skippable` may not run.
  void begin_skippable() { ++skippable_; }
  void end_skippable() { --skippable_; }
  bool runs() const { return skippable_ == 0 && !may_be_over(current()); }

  /// Variables that have new values by now.
  void set(const clang::ValueDecl* variable);
  bool is_set(const clang::ValueDecl* variable) const { return llvm::is_contained(set_, variable); }
  size_t set_count() const { return set_.size(); }
  void forget_set_after(size_t count) { set_.resize(std::min(set_.size(), count)); }

 private:
  static bool may_be_over(const Frame& frame) { return frame.left || frame.gone; }

  std::vector<Frame> frames_ = std::vector<Frame>(1);
  int skippable_ = 0;  // conditions that decide whether the current statement runs
  std::vector<const clang::ValueDecl*> set_;
  std::map<const clang::FunctionDecl*, int> entries_;
};

}  // namespace bamboo::translator
