// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "bamboo/plans/problem.h"
#include "plan/builder.h"

namespace bamboo::plans {

/// A rank's place in the binomial tree over ranks relative to the root: the subtree of relative
/// rank v is [v, v + span).
struct BinomialTree {
  struct Child {
    int rank;      ///< in the communicator
    int relative;  ///< to the root
    int span;
  };
  int relative;
  int span;
  int parent = -1;              ///< in the communicator
  std::vector<Child> children;  ///< the largest subtree first

  BinomialTree(int rank, int size, int root)
      : relative(shifted(rank, -root, size)), span(span_of(relative, size)) {
    if (relative != 0) parent = shifted(relative & (relative - 1), root, size);
    const unsigned low = relative == 0 ? std::bit_ceil(static_cast<unsigned>(size))
                                       : static_cast<unsigned>(relative & -relative);
    for (int step = static_cast<int>(low / 2); step > 0; step /= 2)
      if (relative + step < size)
        children.push_back({shifted(relative + step, root, size), relative + step,
                            span_of(relative + step, size)});
  }

  static int span_of(int relative, int size) {
    return relative == 0 ? size : std::min(relative & -relative, size - relative);
  }
};

}  // namespace bamboo::plans
