// SPDX-License-Identifier: Apache-2.0
#include "memory/aliasing.h"

namespace bamboo::translator {
namespace {

Overlap compare_paths(const Place& a, const Place& b) {
  const size_t common = std::min(a.fields.size(), b.fields.size());
  for (size_t i = 0; i < common; ++i) {
    if (a.fields[i] == b.fields[i]) continue;
    return a.fields[i]->getParent()->isUnion() ? Overlap::may : Overlap::none;
  }
  if (a.vague || b.vague) return Overlap::may;
  if (a.offset.empty() || b.offset.empty() || a.offset == b.offset) return Overlap::must;
  if (a.all_numbers && b.all_numbers && a.numbers.size() == b.numbers.size() &&
      a.numbers != b.numbers) {
    return Overlap::none;
  }
  return Overlap::may;
}

/// C's effective types: an int is never read through a double lvalue.
bool types_differ(clang::QualType a, clang::QualType b) {
  if (a.isNull() || b.isNull()) return false;
  a = a.getCanonicalType().getUnqualifiedType();
  b = b.getCanonicalType().getUnqualifiedType();
  const auto plain = [](clang::QualType type) {
    return (type->isArithmeticType() || type->isPointerType()) && !type->isAnyCharacterType() &&
           !type->isDependentType();
  };
  if (!plain(a) || !plain(b)) return false;
  if (a->isPointerType() && b->isPointerType()) return false;
  if (a->isIntegerType() && b->isIntegerType()) return false;  // signed, unsigned, enumerations
  return a != b;
}

}  // namespace

Overlap overlap(const Place& a, const Place& b, const PointsTo& points_to) {
  const auto all = [](const Place& place) { return place.hidden == HiddenState::memory; };
  if (all(a) || all(b)) return Overlap::must;
  if (a.hidden != b.hidden) return Overlap::none;
  if (a.hidden != HiddenState::none) return Overlap::must;
  if (a.self && b.self) return compare_paths(a, b);
  if (a.anchor == nullptr || b.anchor == nullptr) {
    const Place& known = a.anchor != nullptr ? a : b;
    const bool plain_local = known.anchor != nullptr && !known.deref &&
                             llvm::isa<clang::VarDecl>(known.anchor) &&
                             llvm::cast<clang::VarDecl>(known.anchor)->isLocalVarDeclOrParm() &&
                             !llvm::cast<clang::VarDecl>(known.anchor)->hasExternalStorage() &&
                             !points_to.lent(known.anchor);
    if (plain_local || types_differ(a.type, b.type)) return Overlap::none;
    return Overlap::may;
  }
  if (!a.deref && !b.deref) {
    return a.anchor == b.anchor ? compare_paths(a, b) : Overlap::none;
  }
  if (a.deref && b.deref && a.anchor == b.anchor && a.holder == b.holder) {
    return compare_paths(a, b);
  }
  if (types_differ(a.type, b.type)) return Overlap::none;
  bool meet = false;
  if (a.deref && b.deref) {
    meet = points_to.may_meet(a.anchor, b.anchor);
  } else {
    const Place& pointer = a.deref ? a : b;
    const Place& variable = a.deref ? b : a;
    meet = points_to.may_reach(pointer.anchor, variable.anchor);
  }
  return meet ? Overlap::may : Overlap::none;
}

}  // namespace bamboo::translator
