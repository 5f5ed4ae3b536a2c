// SPDX-License-Identifier: Apache-2.0
#include "row_order.h"

#include <algorithm>
#include <utility>

namespace bamboo::overlap {

void RowOrder::Touched::add(const AddressRange& range) {
  if (!ranges_.empty() && ranges_.back().first <= range.first && range.first <= ranges_.back().end)
    ranges_.back().end = std::max(ranges_.back().end, range.end);
  else
    ranges_.push_back(range);
  if (ranges_.size() <= most) return;
  merge(ranges_);
  if (ranges_.size() > most / 2) ranges_ = {{ranges_.front().first, ranges_.back().end}};
}

bool RowOrder::Touched::meets(const AddressRange& range) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const AddressRange& one) {
    return one.first < range.end && range.first < one.end;
  });
}

RowOrder::RowOrder(std::vector<AddressRange> held, std::vector<AddressRange> linear)
    : held_(std::move(held)), linear_(std::move(linear)) {
  merge(held_);
  merge(linear_);
}

RowPlace RowOrder::place_of(const std::vector<RowTouch>& row, bool waits) {
  for (const auto& [memory, written] : row) {
    if (written && meets(linear_, memory)) return RowPlace::WithAllLaterOnes;
    waits = waits || written_behind_.meets(memory) ||
            (written && (meets(held_, memory) || read_behind_.meets(memory)));
  }
  if (!waits) return RowPlace::Before;
  for (const auto& [memory, written] : row) (written ? written_behind_ : read_behind_).add(memory);
  return RowPlace::Behind;
}

}  // namespace bamboo::overlap
