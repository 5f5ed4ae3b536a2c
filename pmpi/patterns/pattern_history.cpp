// SPDX-License-Identifier: Apache-2.0
#include "patterns/pattern_history.h"

namespace bamboo::plans::pmpi {

void Change::add(const std::vector<std::size_t>& row, const std::vector<std::size_t>& other) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    differing += row[i] > other[i] ? row[i] - other[i] : other[i] - row[i];
    moved += row[i] + other[i];
  }
}

void PatternHistory::add(const std::vector<std::size_t>& row) {
  rows_[next_] = row;
  next_ = (next_ + 1) % most;
  if (calls_ < most) ++calls_;
}

const std::vector<std::size_t>& PatternHistory::row(std::size_t calls_ago) const {
  return rows_[(next_ + 2 * most - 1 - calls_ago) % most];
}

PatternHistory::Changes PatternHistory::changes() const {
  Changes out;
  for (std::size_t period = 1; period <= longest_period; ++period)
    for (std::size_t ago = 0; ago + period < calls_; ++ago)
      out[period - 1].add(row(ago), row(ago + period));
  return out;
}

std::optional<std::size_t> period_of(std::span<const Change> changes, std::size_t calls) {
  // A longer period must be clearly better: the shorter one has fewer schedules.
  constexpr double clearly = 1.0 / 32;
  if (calls == 1) return 1;
  std::optional<std::size_t> best;
  double least = 2;
  for (std::size_t period = 1; period <= changes.size() && 2 * period <= calls; ++period) {
    const Change& change = changes[period - 1];
    const double share = change.moved == 0 ? 0
                                           : static_cast<double>(change.differing) /
                                                 static_cast<double>(change.moved);
    if (!change.is_small() || share > least - clearly) continue;
    best = period;
    least = share;
  }
  return best;
}

}  // namespace bamboo::plans::pmpi
