// SPDX-License-Identifier: Apache-2.0
// The meaning of an operation in symbols: the contents of the buffers before and after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// The value of one unit: contributions of the ranks first … last, unit `index` of each, combined
/// from left to right; `shape` distinguishes bracketings.
struct Symbol {
  int first = nothing, last = nothing;
  std::size_t index = 0;
  std::uint64_t shape = 0;

  static constexpr int nothing = -1;  ///< no step wrote the unit
  static Symbol contribution(int rank, std::size_t index) { return {rank, rank, index, 0}; }
  bool defined() const { return first != nothing; }
  bool same_value(const Symbol& other) const {
    return first == other.first && last == other.last && index == other.index;
  }
};

using Symbols = std::vector<Symbol>;

Symbols initial_input(const Problem& problem);
Symbols initial_output(const Problem& problem);
/// Rank r's Output afterwards; undefined symbols where the operation leaves it alone.
Symbols demanded_output(std::span<const Problem> problems, int r);

}  // namespace bamboo::plans
