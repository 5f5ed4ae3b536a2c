// SPDX-License-Identifier: Apache-2.0
// A piece of memory as the text names it.
#pragma once

#include "models/hidden_state.h"

namespace bamboo::translator {

struct Place {
  /// The variable, or the variable or field that holds the pointer; null: nothing is known.
  const clang::ValueDecl* anchor = nullptr;
  bool deref = false;                           ///< what `anchor` points to
  std::string holder;                           ///< text of the pointer, without its offset
  std::vector<const clang::FieldDecl*> fields;  ///< behind the anchor
  std::string offset;                           ///< text of subscripts and additions; "": the whole
  std::vector<std::int64_t> numbers;            ///< the subscripts, as far as they are constant
  bool all_numbers = true;
  bool vague = false;  ///< some part of it
  bool self = false;   ///< `*this`, or a field of it; there is no anchor then
  /// No memory of the program's: the anchor is the function that was called, if any.
  HiddenState hidden = HiddenState::none;
  clang::QualType type;  ///< of what is accessed; null: bytes
};

/// The place that an lvalue names, and the place that a pointer value points to.
Place place_of(const clang::Expr* lvalue, clang::ASTContext& context);
Place target_of(const clang::Expr* pointer, clang::ASTContext& context);

/// The object of a member call, which may be a pointer to it.
Place place_of_object(const clang::Expr& object, clang::ASTContext& context);

/// The places that a view refers to, such as an iterator or a std::span.
std::vector<Place> places_of_view(const clang::Expr* view, clang::ASTContext& context);

/// `field`, a place in `*this`, of a known object.
Place place_in(const Place& object, const Place& field);

}  // namespace bamboo::translator
