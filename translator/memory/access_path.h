// SPDX-License-Identifier: Apache-2.0
// A piece of memory as the text names it.
#pragma once

#include "models/hidden_state.h"

namespace bamboo::translator {

struct AccessPath {
  /// The variable, or the variable or field that holds the pointer; null if that is unknown.
  const clang::ValueDecl* base = nullptr;
  bool dereferenced = false;                    ///< what `base` points to
  std::string holder;                           ///< text of the pointer, without its offset
  std::vector<const clang::FieldDecl*> fields;  ///< behind `base`
  std::string offset;                           ///< text of subscripts and additions; "": the whole
  std::vector<std::int64_t> numbers;            ///< the subscripts, as far as they are constant
  bool all_numbers = true;
  bool vague = false;  ///< some part of it
  bool self = false;   ///< `*this`, or a field of it; `base` is null then
  /// No memory of the program: `base` is the function that was called, if any.
  HiddenState hidden = HiddenState::none;
  clang::QualType type;  ///< type of the accessed object; null: bytes
};

/// The memory that an lvalue names, and the memory that a pointer value points to.
AccessPath path_of(const clang::Expr* lvalue, clang::ASTContext& context);
AccessPath path_behind(const clang::Expr* pointer, clang::ASTContext& context);

/// The object of a member call, which may be a pointer to it.
AccessPath path_of_object(const clang::Expr& object, clang::ASTContext& context);

/// The memory that a view refers to, such as an iterator or a std::span.
std::vector<AccessPath> paths_of_view(const clang::Expr* view, clang::ASTContext& context);

/// `field`, a path from `*this`, in a known object.
AccessPath path_within(const AccessPath& object, const AccessPath& field);

}  // namespace bamboo::translator
