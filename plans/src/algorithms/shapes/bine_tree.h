// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "plan/builder.h"

namespace bamboo::plans {

/// A rank's place in the Bine tree (De Sensi et al., SC '25: Bine Trees, section 3), for any number
/// of ranks. A subtree is an interval of the ring of ranks. It is halved; the rank that has the
/// data sends it to its mirror image across the border, which is nearer than half of the interval,
/// as in a binomial tree: of 16 ranks, 5, 3, 1, 1 ranks away instead of 8, 4, 2, 1. So fewer
/// messages leave the switch of their sender.
struct BineTree {
  int parent = -1;
  std::vector<int> children;  ///< the largest subtree first

  BineTree(int rank, int size, int root) {
    // The ranks form a line, extended at its end to a power of two; the root is a third from the
    // beginning. `owner` has the data of [begin, end); the half that contains `rank` is halved
    // again.
    const auto power = [](int n) {
      return static_cast<int>(std::bit_ceil(static_cast<unsigned>(n)));
    };
    const int root_place = power(size) / 3;
    const auto rank_at = [&](int place) { return shifted(root, place - root_place, size); };
    const int own = shifted(shifted(rank, -root, size), root_place, size);
    int begin = 0, end = size, owner = root_place;
    while (end - begin > 1) {
      const int border = begin + power(end - begin) / 2;
      const int child = std::clamp(2 * border - 1 - owner, begin, end - 1);
      if (own == owner) children.push_back(rank_at(child));
      if (own == child) parent = rank_at(owner);
      if ((own < border) != (owner < border)) owner = child;
      (own < border ? end : begin) = border;
    }
  }
};

}  // namespace bamboo::plans
