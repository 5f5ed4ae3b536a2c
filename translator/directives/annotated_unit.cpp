// SPDX-License-Identifier: Apache-2.0
#include "directives/annotated_unit.h"

#include "frontend/diagnostics.h"

namespace bamboo::translator {

clang::PresumedLoc AnnotatedUnit::presumed(clang::SourceLocation location) const {
  return sources().getPresumedLoc(sources().getExpansionLoc(location));
}

namespace {

class RegionBuilder {
 public:
  RegionBuilder(AnnotatedUnit& unit, Diagnostics& diagnostics)
      : unit_(unit), diagnostics_(diagnostics) {}

  void build() {
    find_dimension();
    for (const Binding& binding : unit_.bindings) {
      if (binding.function != nullptr && binding.function->getBody() != nullptr)
        unit_.parents.add(binding.function->getBody());
      const Directive* olap = nullptr;
      const Directive* block = nullptr;
      const Directive* optimize = nullptr;
      for (size_t index : binding.directives) {
        const Directive& directive = unit_.record.directives[index];
        const bool is_block =
            directive.kind == DirectiveKind::Send || directive.kind == DirectiveKind::Receive;
        const Directive*& place = directive.kind == DirectiveKind::Olap ? olap
                                  : is_block                            ? block
                                                                        : optimize;
        if (place != nullptr) {
          diagnostics_.report(Diag::directive_twice, directive.name)
              << directive_name(directive.kind) << directive_name(place->kind);
          diagnostics_.report(Diag::note_other_directive, place->name);
        }
        place = &directive;
      }
      if (optimize != nullptr && olap == nullptr)
        diagnostics_.report(Diag::optimize_without_olap, optimize->name);
      if (olap != nullptr) add_region(binding, *olap, optimize);
      if (block != nullptr) add_block(binding, *block);
    }
    for (const auto& region : unit_.regions) check_region(*region);
  }

 private:
  void find_dimension() {
    for (const Directive& directive : unit_.record.directives) {
      if (directive.kind == DirectiveKind::Olap)
        first_olap_ = first_olap_ ? first_olap_ : &directive;
      if (directive.kind != DirectiveKind::Dimension) continue;
      if (unit_.dimension == nullptr) {
        unit_.dimension = &directive;
        if (first_olap_ != nullptr) {
          diagnostics_.report(Diag::dimension_after_olap, directive.name);
          diagnostics_.report(Diag::note_first_region, first_olap_->name);
        }
      } else if (!same_place(*unit_.dimension, directive)) {
        const bool differs = unit_.dimension->dimension != directive.dimension;
        diagnostics_.report(differs ? Diag::dimension_differs : Diag::dimension_twice,
                            directive.name)
            << directive.dimension << unit_.dimension->dimension;
        diagnostics_.report(Diag::note_other_directive, unit_.dimension->name);
      }
    }
  }

  /// One line of a header that is included several times is one directive.
  bool same_place(const Directive& a, const Directive& b) const {
    const clang::SourceManager& sources = unit_.sources();
    const auto first = sources.getDecomposedExpansionLoc(a.range.getBegin());
    const auto second = sources.getDecomposedExpansionLoc(b.range.getBegin());
    return first.second == second.second && a.dimension == b.dimension &&
           sources.getFileEntryRefForID(first.first) == sources.getFileEntryRefForID(second.first);
  }

  Region* region_around(const clang::Stmt* statement) const {
    Region* innermost = nullptr;  // outer regions come first in the list
    for (const auto& region : unit_.regions)
      if (unit_.parents.contains(region->statement(), statement)) innermost = region.get();
    return innermost;
  }

  Block* block_around(const clang::Stmt* statement) const {
    for (const auto& block : unit_.blocks)
      if (unit_.parents.contains(block->statement(), statement)) return block.get();
    return nullptr;
  }

  void add_region(const Binding& binding, const Directive& olap, const Directive* optimize) {
    if (const Block* around = block_around(binding.statement)) {
      diagnostics_.report(Diag::olap_in_block, olap.name)
          << directive_name(around->directive->kind);
      diagnostics_.report(Diag::note_block_here, around->directive->name)
          << directive_name(around->directive->kind);
    }
    auto region = std::make_unique<Region>();
    region->directive = &olap;
    region->binding = &binding;
    region->outer = region_around(binding.statement);
    region->no_buffer_reuse = optimize != nullptr && optimize->no_buffer_reuse;
    unit_.regions.push_back(std::move(region));
  }

  void add_block(const Binding& binding, const Directive& directive) {
    Region* region = region_around(binding.statement);
    if (region == nullptr) {
      diagnostics_.report(Diag::block_outside_region, directive.name)
          << directive_name(directive.kind);
      return;
    }
    if (const Block* around = block_around(binding.statement)) {
      diagnostics_.report(Diag::block_in_block, directive.name)
          << directive_name(directive.kind) << directive_name(around->directive->kind);
      diagnostics_.report(Diag::note_block_here, around->directive->name)
          << directive_name(around->directive->kind);
      return;
    }
    auto block = std::make_unique<Block>();
    block->directive = &directive;
    block->binding = &binding;
    block->region = region;
    region->blocks.push_back(block.get());
    unit_.blocks.push_back(std::move(block));
  }

  void check_region(const Region& region) {
    const bool holds_region =
        llvm::any_of(unit_.regions, [&](const auto& inner) { return inner->outer == &region; });
    if (region.blocks.empty() && !holds_region)
      diagnostics_.report(Diag::region_without_blocks, region.directive->name);
  }

  AnnotatedUnit& unit_;
  Diagnostics& diagnostics_;
  const Directive* first_olap_ = nullptr;
};

}  // namespace

void build_regions(AnnotatedUnit& unit, Diagnostics& diagnostics) {
  RegionBuilder(unit, diagnostics).build();
}

}  // namespace bamboo::translator
