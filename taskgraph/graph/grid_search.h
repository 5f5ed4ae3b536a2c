// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace bamboo {

/// A box of tasks that is to be split among parts of one size.
struct TaskBox {
  std::vector<int> extents;
  std::vector<long long> face;  ///< of one task along each dimension: what an edge across it costs
  std::vector<bool> wraps;      ///< whether its two ends are neighbours
};

/// How many parts along each dimension cut the smallest surface; of such grids the one that fewest
/// edges cross; among equals the first dimensions are split, whose faces are contiguous in memory.
/// Empty: no grid of so many parts divides the box.
std::vector<int> best_grid(const TaskBox& box, int parts);

}  // namespace bamboo
