// SPDX-License-Identifier: Apache-2.0
#include "memory/points_to.h"

#include "models/borrowed_memory.h"

namespace bamboo::translator {

namespace {

/// Whether `path` is a variable or member (or its first element) that exists once per `pointer`, so
/// that an offset from the pointer is an offset from the variable.
bool begins_variable(const AccessPath& path, const clang::VarDecl& pointer) {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(path.base);
  if (variable == nullptr || path.dereferenced || path.hidden != HiddenState::none) return false;
  if (path.vague || !path.all_numbers) return false;
  if (llvm::any_of(path.numbers, [](auto number) { return number != 0; })) return false;
  if (!variable->hasGlobalStorage() && variable->getDeclContext() != pointer.getDeclContext())
    return false;
  const clang::QualType type =
      path.fields.empty() ? variable->getType() : path.fields.back()->getType();
  const clang::Type* element =
      type->isArrayType() ? type->getArrayElementTypeNoTypeQual() : nullptr;
  const clang::ASTContext& context = pointer.getASTContext();
  return type->isScalarType() ||
         context.hasSameUnqualifiedType(element != nullptr ? clang::QualType(element, 0) : type,
                                        pointer.getType()->getPointeeType());
}

/// A reference to a pointer leads to two objects: the pointer and its target.
bool leads_to_one(clang::QualType type) {
  if (type->isPointerType()) return true;
  const clang::QualType referred = type.getNonReferenceType();
  return type->isReferenceType() && !referred->isPointerType() && !is_view(referred);
}

}  // namespace

const char PointsTo::unknown_object = 0;

void PointsTo::Solution::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [to, from] : copies) {
      const Set source = of(from);
      Set& target = objects[to];
      const size_t before = target.size();
      target.insert(source.begin(), source.end());
      changed = changed || target.size() != before;
    }
  }
}

PointsTo::Set PointsTo::Solution::of(const clang::ValueDecl* pointer) const {
  const auto found = objects.find(pointer);
  return found == objects.end() ? Set() : found->second;
}

PointsTo::PointsTo(clang::ASTContext& context) {
  collect(context);
  for (Solution* solution : {&full_, &unswapped_}) {
    for (auto& [holder, objects] : solution->objects) {
      const bool moves =
          llvm::any_of(objects, [&](Object object) { return exchanged_.count(object) != 0; });
      if (moves && is_view(holder->getType())) objects.insert(&unknown_object);
    }
  }
  full_.solve();
  unswapped_.solve();
}

bool PointsTo::foreign(Object object) const {
  return object == &unknown_object || parameters_.count(object) != 0 || globals_.count(object) != 0;
}

bool PointsTo::meet(const Set& a, const Set& b) const {
  if (a.empty() || b.empty()) return true;  // nothing is known
  for (Object one : a) {
    for (Object other : b) {
      if (one == other) return true;
      if (one == &unknown_object || other == &unknown_object) return true;
      if (restricted_.count(one) != 0 || restricted_.count(other) != 0) continue;
      const bool both_foreign = foreign(one) && foreign(other);
      const bool both_globals = globals_.count(one) != 0 && globals_.count(other) != 0;
      if (both_foreign && !both_globals) return true;
    }
  }
  return false;
}

bool PointsTo::swapped_apart(const clang::ValueDecl* a, const clang::ValueDecl* b) const {
  const auto class_a = swap_class_.find(a);
  const auto class_b = swap_class_.find(b);
  if (class_a == swap_class_.end() || class_b == swap_class_.end()) return false;
  if (class_a->second != class_b->second) return false;
  std::vector<Set> members;
  for (const auto& [decl, representative] : swap_class_)
    if (representative == class_a->second) members.push_back(unswapped_.of(decl));
  for (size_t i = 0; i < members.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      if (meet(members[i], members[j])) return false;
  }
  return true;
}

bool PointsTo::may_meet(const clang::ValueDecl* a, const clang::ValueDecl* b) const {
  if (a == b) return true;
  if (swapped_apart(a, b)) return false;
  return meet(full_.of(a), full_.of(b));
}

bool PointsTo::may_reach(const clang::ValueDecl* pointer, const clang::ValueDecl* variable) const {
  return meet(full_.of(pointer), {variable});
}

std::optional<AccessPath> PointsTo::sole_target(const clang::ValueDecl* pointer) const {
  const auto* local = llvm::dyn_cast_or_null<clang::VarDecl>(pointer);
  const auto assigned = assigned_.find(pointer);
  if (local == nullptr || assigned == assigned_.end()) return std::nullopt;
  if (!local->isLocalVarDecl() || !local->hasLocalStorage() || !leads_to_one(local->getType()))
    return std::nullopt;
  std::optional<AccessPath> target;
  for (const clang::Expr* value : assigned->second) {
    if (value == nullptr) return std::nullopt;
    clang::ASTContext& context = local->getASTContext();
    const AccessPath path =
        local->getType()->isReferenceType() ? path_of(value, context) : path_behind(value, context);
    if (!begins_variable(path, *local)) return std::nullopt;
    if (target && (target->base != path.base || target->fields != path.fields)) return std::nullopt;
    target = path;
  }
  return target;
}

}  // namespace bamboo::translator
