// SPDX-License-Identifier: Apache-2.0
// Finds the memory that a pointer may point into: inclusion-based, flow-insensitive, over the whole
// unit; fields are one pointer for all objects of their type.
#pragma once

#include "memory/access_path.h"

namespace bamboo::translator {

/// A variable, an allocation (its call), or the memory that came in through a parameter.
using Object = const void*;

class PointsTo {
 public:
  explicit PointsTo(clang::ASTContext& context);

  /// Both are pointers, or arrays of them, by the variable or field that holds them.
  bool may_meet(const clang::ValueDecl* a, const clang::ValueDecl* b) const;
  /// `pointer` may point into `variable`.
  bool may_reach(const clang::ValueDecl* pointer, const clang::ValueDecl* variable) const;
  /// The one variable, by its beginning, to which the local pointer or reference leads wherever it
  /// is used, because nothing else is ever assigned to it.
  std::optional<AccessPath> sole_target(const clang::ValueDecl* pointer) const;
  /// A pointer or reference to `variable` exists.
  bool lent(const clang::ValueDecl* variable) const { return lent_.count(variable) != 0; }

 private:
  friend class ConstraintCollector;
  using Set = std::set<Object>;
  struct Solution {
    std::map<const clang::ValueDecl*, Set> objects;
    std::vector<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>> copies;
    void solve();
    Set of(const clang::ValueDecl* pointer) const;
  };

  void collect(clang::ASTContext& context);
  bool meet(const Set& a, const Set& b) const;
  bool swapped_apart(const clang::ValueDecl* a, const clang::ValueDecl* b) const;
  bool foreign(Object object) const;  // allocated outside of the visible code

  Solution full_;
  /// The solution without swaps. Pointers that are only swapped among each other stay different if
  /// they were different at first (double buffering).
  Solution unswapped_;
  std::map<const clang::ValueDecl*, const clang::ValueDecl*> swap_class_;
  std::set<Object> parameters_;  ///< memory that came in through a parameter
  std::set<Object> restricted_;  ///< the same, of a restrict parameter
  std::set<Object> globals_;
  std::set<Object> lent_;
  /// The values assigned to each pointer; null if it changes in another way.
  std::map<const clang::ValueDecl*, std::vector<const clang::Expr*>> assigned_;
  std::set<Object> exchanged_;  ///< owners whose memory moves: swapped or moved from
  static const char unknown_object;
};

}  // namespace bamboo::translator
