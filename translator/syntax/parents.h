// SPDX-License-Identifier: Apache-2.0
// The statement in which a statement stands.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

/// The children-to-parent relation of the functions that hold directives.
class Parents {
 public:
  void add(const clang::Stmt* root);
  const clang::Stmt* of(const clang::Stmt* statement) const;
  /// `inner` is `outer` or stands in it.
  bool contains(const clang::Stmt* outer, const clang::Stmt* inner) const;

 private:
  llvm::DenseMap<const clang::Stmt*, const clang::Stmt*> parent_;
};

}  // namespace bamboo::translator
