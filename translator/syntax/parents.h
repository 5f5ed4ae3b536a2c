// SPDX-License-Identifier: Apache-2.0
// Finds the statement that contains a statement.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The children-to-parent relation of the functions that hold directives.
class Parents {
 public:
  void add(const clang::Stmt* root);
  const clang::Stmt* of(const clang::Stmt* statement) const;
  /// Whether `inner` is `outer` or is contained in it.
  bool contains(const clang::Stmt* outer, const clang::Stmt* inner) const;

 private:
  llvm::DenseMap<const clang::Stmt*, const clang::Stmt*> parent_;
};

}  // namespace bamboo::translator
