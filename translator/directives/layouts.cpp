// SPDX-License-Identifier: Apache-2.0
#include "directives/layouts.h"

#include "bamboo/support/suggestion.h"
#include "directives/annotated_unit.h"
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

struct Predefined {
  llvm::StringLiteral name;
  size_t least_dims;
  size_t most_dims;
};

constexpr size_t any_number = 8;
constexpr Predefined predefined_layouts[] = {
    {"NearestNeighbor", 0, 0},
    {"NN", 0, any_number},
    {"OneNeighborForward", 0, any_number},
    {"OneNeighborBackward", 0, any_number},
    {"MinHeap", 1, 1},
    {"AllToAll", 0, 0},
};

const Predefined* predefined(llvm::StringRef name) {
  for (const Predefined& layout : predefined_layouts)
    if (layout.name == name) return &layout;
  return nullptr;
}

class LayoutResolver {
 public:
  LayoutResolver(AnnotatedUnit& unit, Diagnostics& diagnostics)
      : unit_(unit), diagnostics_(diagnostics) {}

  void check(const Region& region, LayoutClause& clause) {
    if (unit_.dimension == nullptr) {
      if (!reported_dimension_)
        diagnostics_.report(Diag::layout_without_dimension, clause.location);
      reported_dimension_ = true;
      return;
    }
    for (const auto& [dim, location] : clause.dims) {
      if (dim < unit_.dimension->dimension) continue;
      diagnostics_.report(Diag::layout_dim_range, location)
          << std::string(1, "XYZW4567?"[std::min(dim, 8)]) << unit_.dimension->dimension;
      diagnostics_.report(Diag::note_dimension_here, unit_.dimension->name);
    }
    if (const Predefined* layout = predefined(clause.name))
      check_count(*layout, clause);
    else
      find_users_own(region, clause);
  }

 private:
  void check_count(const Predefined& layout, const LayoutClause& clause) {
    if (clause.dims.size() > layout.most_dims && layout.most_dims == 0) {
      const bool neighbor = layout.name == "NearestNeighbor";
      diagnostics_.report(Diag::layout_takes_no_dims, clause.dims.front().second)
          << clause.name << (neighbor ? support::did_you_mean("NN") : "");
    } else if (clause.dims.size() < layout.least_dims || clause.dims.size() > layout.most_dims) {
      diagnostics_.report(Diag::layout_takes_one_dim, clause.location) << clause.name;
    }
  }

  void find_users_own(const Region& region, LayoutClause& clause) {
    const clang::NamedDecl* found = look_up(region, clause.name);
    if (found == nullptr) {
      llvm::SmallVector<llvm::StringRef> names;
      for (const Predefined& layout : predefined_layouts) names.push_back(layout.name);
      const auto better = support::nearest(clause.name, names);
      auto builder = diagnostics_.report(Diag::layout_unknown, clause.location);
      builder << clause.name << support::did_you_mean(better);
      if (better && !region.directive->pragma_operator)
        builder << clang::FixItHint::CreateReplacement(clause.location, *better);
      return;
    }
    if (!clause.dims.empty()) {
      diagnostics_.report(Diag::layout_takes_no_dims, clause.dims.front().second)
          << clause.name << "";
    }
    if (!unit_.sources().isBeforeInTranslationUnit(found->getLocation(),
                                                   region.directive->range.getBegin())) {
      diagnostics_.report(Diag::layout_declared_later, clause.location) << clause.name;
      diagnostics_.report(Diag::note_declared_here, found->getLocation()) << clause.name;
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(found)) {
      clause.function = function;
      if (!has_signature(*function)) {
        diagnostics_.report(Diag::layout_function_type, clause.location) << clause.name;
        diagnostics_.report(Diag::note_declared_here, function->getLocation()) << clause.name;
      }
    } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(found)) {
      clause.record = record;
      if (!is_layout_class(*record)) {
        diagnostics_.report(Diag::layout_class_type, clause.location) << clause.name;
        diagnostics_.report(Diag::note_declared_here, record->getLocation()) << clause.name;
      }
    } else {
      diagnostics_.report(Diag::layout_not_layout, clause.location) << clause.name;
      diagnostics_.report(Diag::note_declared_here, found->getLocation()) << clause.name;
    }
  }

  /// A name in the scopes around the region's function, qualified or not.
  const clang::NamedDecl* look_up(const Region& region, llvm::StringRef name) const {
    llvm::SmallVector<llvm::StringRef> parts;
    name.split(parts, "::");
    const clang::DeclContext* scope = region.binding->function;
    for (; scope != nullptr; scope = scope->getParent())
      if (const clang::NamedDecl* found = look_up_in(scope, parts)) return found;
    return nullptr;
  }

  const clang::NamedDecl* look_up_in(const clang::DeclContext* scope,
                                     llvm::ArrayRef<llvm::StringRef> parts) const {
    const clang::IdentifierInfo& identifier = unit_.context.Idents.get(parts.front());
    for (clang::NamedDecl* found : scope->getRedeclContext()->lookup(&identifier)) {
      if (parts.size() == 1) return first_declaration(found);
      if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(found))
        return look_up_in(inner, parts.drop_front());
    }
    return nullptr;
  }

  static const clang::NamedDecl* first_declaration(const clang::NamedDecl* found) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(found))
      return function->getFirstDecl();
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(found))
      return record->getDefinition() != nullptr ? record->getDefinition() : record;
    return found;
  }

  bool has_signature(const clang::FunctionDecl& function) const {
    const clang::QualType integer = unit_.context.IntTy;
    const auto is = [&](clang::QualType type, clang::QualType wanted) {
      return unit_.context.hasSameUnqualifiedType(type, wanted);
    };
    return is(function.getReturnType(), integer) && function.getNumParams() == 3 &&
           !function.isVariadic() && !llvm::isa<clang::CXXMethodDecl>(function) &&
           is(function.getParamDecl(0)->getType(), integer) &&
           is(function.getParamDecl(1)->getType(), integer) &&
           is(function.getParamDecl(2)->getType(), unit_.context.getPointerType(integer));
  }

  static bool is_layout_class(const clang::CXXRecordDecl& record) {
    if (!record.hasDefinition() || record.isAbstract() || !record.hasDefaultConstructor())
      return false;
    bool derived = false;
    record.forallBases([&](const clang::CXXRecordDecl* base) {
      derived = derived || base->getQualifiedNameAsString() == "bamboo::Layout";
      return true;
    });
    return derived;
  }

  AnnotatedUnit& unit_;
  Diagnostics& diagnostics_;
  bool reported_dimension_ = false;
};

}  // namespace

void resolve_layouts(AnnotatedUnit& unit, Diagnostics& diagnostics) {
  LayoutResolver checker(unit, diagnostics);
  for (const auto& region : unit.regions) {
    // Regions refer to the record's directives; only here is one completed.
    auto& directive = const_cast<Directive&>(*region->directive);
    for (LayoutClause& clause : directive.layouts) checker.check(*region, clause);
  }
}

}  // namespace bamboo::translator
