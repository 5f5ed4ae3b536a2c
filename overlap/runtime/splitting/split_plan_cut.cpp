// SPDX-License-Identifier: Apache-2.0
// Cuts the core so that it meets no conflict.
#include <algorithm>
#include <iterator>

#include "split_plan.h"

namespace bamboo::overlap {
namespace {

/// A share of the nest. A smaller core is not worth the rest's shorter loops, and a core that is
/// larger by less not worth further pieces.
constexpr double smallest_core = 0.25;

}  // namespace

SplitPlan::Cut SplitPlan::rate(size_t loop, const Range& kept) const {
  Cut cut{loop, kept, 0};
  int resolved = 0;
  for (const auto& [where, site, stage] : unresolved_)
    resolved += where[loop].first >= kept.end || where[loop].end <= kept.first ? 1 : 0;
  const auto lost = static_cast<double>(core_[loop].size() - kept.size());
  cut.value = kept.size() > 0 ? resolved * static_cast<double>(counts_[loop]) / lost : 0;
  return cut;
}

/// Returns the cut with the best ratio of resolved conflicts to cost; nothing if there is none.
SplitPlan::Cut SplitPlan::best_cut() const {
  Cut best;
  for (size_t loop = 0; loop < counts_.size(); ++loop) {
    if (!may_cut_[loop]) continue;
    for (const auto& [where, site, stage] : unresolved_) {
      const Range& now = core_[loop];
      for (const Range& kept : {Range{std::max(now.first, where[loop].end), now.end},
                                Range{now.first, std::min(now.end, where[loop].first)}})
        if (const Cut cut = rate(loop, kept); cut.value > best.value) best = cut;
    }
  }
  return best;
}

void SplitPlan::resolve(const Cut& cut) {
  core_[cut.loop] = cut.kept;
  std::erase_if(unresolved_, [&](const Conflict& one) {
    const Range& touched = one.where[cut.loop];
    return touched.first >= cut.kept.end || touched.end <= cut.kept.first;
  });
}

/// Whether a core that begins at this stage may differ from one that begins at the previous stage.
bool SplitPlan::changes_at(unsigned stage) const {
  return std::any_of(conflicts_.begin(), conflicts_.end(),
                     [&](const Conflict& one) { return one.stage + 1 == stage; });
}

/// Cuts the core that begins at the stage. Returns its share of the nest, 0 if there is none.
double SplitPlan::cut_core(const Box& whole, unsigned stage) {
  core_ = whole;
  unresolved_.clear();
  std::copy_if(conflicts_.begin(), conflicts_.end(), std::back_inserter(unresolved_),
               [&](const Conflict& one) { return one.stage >= stage; });
  while (!unresolved_.empty()) {
    const Cut cut = best_cut();
    if (cut.value <= 0) return 0;
    resolve(cut);
  }
  double part = 1;
  for (size_t loop = 0; loop < counts_.size(); ++loop)
    part *= static_cast<double>(core_[loop].size()) / static_cast<double>(counts_[loop]);
  return part;
}

bool SplitPlan::decide() {
  end_group();
  // Each row is inspected, and the inspection reads its linear accesses.
  if (by_rows_ && !conflicts_.empty()) give_up(SplitOutcome::touched_everywhere);
  const Box whole = core_;
  const unsigned first = std::min(stage_, 1U);
  const auto pairs = static_cast<double>(conflicts_.size() * conflicts_.size());
  double part = 0, largest = 0;
  for (unsigned stage = first; is_usable() && stage <= stage_ && left_ >= 0; ++stage) {
    if (stage > first && !changes_at(stage)) continue;
    if (stage > first) left_ -= pairs * static_cast<double>(counts_.size());
    part = cut_core(whole, stage);
    if (part < largest + smallest_core) continue;
    largest = part;
    cores_.push_back({stage, core_});
    if (largest + smallest_core > 1) break;
  }
  if (!is_usable()) return false;
  if (cores_.empty()) {
    give_up(part > 0 ? SplitOutcome::small_core : SplitOutcome::touched_everywhere);
    return false;
  }
  core_ = cores_.front().box;
  shrink_core({core_});
  return true;
}

}  // namespace bamboo::overlap
