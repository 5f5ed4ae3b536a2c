// SPDX-License-Identifier: Apache-2.0
#include "graph/grid_search.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace bamboo {

namespace {

/// Tries every grid that divides the box.
class GridSearch {
 public:
  GridSearch(const TaskBox& box, int parts) : box_(box), current_(box.extents.size(), 1) {
    for (int extent : box.extents) tasks_ *= extent;
    search(0, parts, {});
  }
  const std::vector<int>& best() const { return best_; }

 private:
  struct Cut {
    long long surface = 0, edges = 0;
    auto operator<=>(const Cut&) const = default;
  };

  void search(std::size_t d, int rest, const Cut& cut) {
    if (cut >= best_cut_) return;
    if (d == current_.size()) {
      if (rest != 1) return;
      best_ = current_;
      best_cut_ = cut;
      return;
    }
    const int extent = box_.extents[d];
    for (int parts = std::min(rest, extent); parts >= 1; --parts) {
      if (rest % parts != 0 || extent % parts != 0) continue;
      current_[d] = parts;
      // An extent of two has one edge between its tasks, whether it wraps or not.
      const bool wraps = box_.wraps[d] && parts > 1 && extent > 2;
      const long long edges = tasks_ / extent * (parts - 1 + (wraps ? 1 : 0));
      search(d + 1, rest / parts, {cut.surface + box_.face[d] * edges, cut.edges + edges});
    }
  }

  const TaskBox& box_;
  long long tasks_ = 1;
  std::vector<int> current_, best_;
  Cut best_cut_{std::numeric_limits<long long>::max(), 0};
};

}  // namespace

std::vector<int> best_grid(const TaskBox& box, int parts) {
  return GridSearch(box, parts).best();
}

}  // namespace bamboo
