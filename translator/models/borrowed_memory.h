// SPDX-License-Identifier: Apache-2.0
// C++ objects that hand out memory: an owner (std::vector) hands out its own, a view (std::span, an
// iterator) that of another object.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

bool is_view(clang::QualType type);

/// The memory cannot be written through it.
bool is_constant_view(clang::QualType type);

struct BorrowedMemory {
  const clang::Expr* object = nullptr;  ///< null: the expression is of another kind
  std::vector<const clang::Expr*> indices;
  bool vague = false;  ///< some part of the object, or the memory it points to
};

/// `v.data()`, `v[i]`, `*it`, `u(i, j)`: the object whose memory it is.
BorrowedMemory borrowed_from(const clang::Expr* expression);

/// `v.size()` where the type of `v` is `std::vector<T>`, in a template of T.
struct DependentCall {
  const clang::Expr* object = nullptr;  ///< null: no such call
  llvm::StringRef name;
  bool changes() const;
};
DependentCall dependent_call(const clang::Expr* expression);

/// `data()`, `operator[]` and similar functions change nothing, const or not. An access to the
/// memory that they return counts at the place of the access.
bool hands_out(const clang::CXXMethodDecl& method);

/// `v.begin() + 1`, `std::span(a, n)`: what a view is made of.
std::vector<const clang::Expr*> parts_of(const clang::Expr* view);

}  // namespace bamboo::translator
