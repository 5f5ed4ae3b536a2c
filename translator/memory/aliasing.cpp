// SPDX-License-Identifier: Apache-2.0
#include "memory/aliasing.h"

namespace bamboo::translator {
namespace {

Overlap compare_paths(const AccessPath& a, const AccessPath& b) {
  const size_t common = std::min(a.fields.size(), b.fields.size());
  for (size_t i = 0; i < common; ++i) {
    if (a.fields[i] == b.fields[i]) continue;
    return a.fields[i]->getParent()->isUnion() ? Overlap::May : Overlap::None;
  }
  if (a.vague || b.vague) return Overlap::May;
  if (a.offset.empty() || b.offset.empty() || a.offset == b.offset) return Overlap::Must;
  if (a.all_numbers && b.all_numbers && a.numbers.size() == b.numbers.size() &&
      a.numbers != b.numbers) {
    return Overlap::None;
  }
  return Overlap::May;
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

/// Replaces the pointer by the variable's name if the pointer has only that target.
AccessPath by_variable(const AccessPath& path, const PointsTo& points_to) {
  if (!path.dereferenced) return path;
  const std::optional<AccessPath> target = points_to.sole_target(path.base);
  return target ? path_within(*target, path) : path;
}

/// Compares the names alone.
Overlap compare_names(const AccessPath& a, const AccessPath& b, const PointsTo& points_to) {
  const auto all = [](const AccessPath& path) { return path.hidden == HiddenState::memory; };
  if (all(a) || all(b)) return Overlap::Must;
  if (a.hidden != b.hidden) return Overlap::None;
  if (a.hidden != HiddenState::none) return Overlap::Must;
  if (a.self && b.self) return compare_paths(a, b);
  if (a.base == nullptr || b.base == nullptr) {
    const AccessPath& known = a.base != nullptr ? a : b;
    const bool plain_local = known.base != nullptr && !known.dereferenced &&
                             llvm::isa<clang::VarDecl>(known.base) &&
                             llvm::cast<clang::VarDecl>(known.base)->isLocalVarDeclOrParm() &&
                             !llvm::cast<clang::VarDecl>(known.base)->hasExternalStorage() &&
                             !points_to.lent(known.base);
    if (plain_local || types_differ(a.type, b.type)) return Overlap::None;
    return Overlap::May;
  }
  if (!a.dereferenced && !b.dereferenced)
    return a.base == b.base ? compare_paths(a, b) : Overlap::None;
  if (a.dereferenced && b.dereferenced && a.base == b.base && a.holder == b.holder)
    return compare_paths(a, b);
  if (types_differ(a.type, b.type)) return Overlap::None;
  bool meet = false;
  if (a.dereferenced && b.dereferenced) {
    meet = points_to.may_meet(a.base, b.base);
  } else {
    const AccessPath& pointer = a.dereferenced ? a : b;
    const AccessPath& variable = a.dereferenced ? b : a;
    meet = points_to.may_reach(pointer.base, variable.base);
  }
  return meet ? Overlap::May : Overlap::None;
}

}  // namespace

Overlap overlap(const AccessPath& a, const AccessPath& b, const PointsTo& points_to) {
  const Overlap named = compare_names(a, b, points_to);
  if (named != Overlap::May) return named;
  const Overlap resolved =
      compare_names(by_variable(a, points_to), by_variable(b, points_to), points_to);
  return resolved == Overlap::Must ? resolved : named;
}

}  // namespace bamboo::translator
