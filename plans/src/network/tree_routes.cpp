// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "network/routes.h"

namespace bamboo::plans {

// The way down is written from its end.
void TreeRoutes::append(int from, int to, std::vector<int>& links) const {
  int a = from, b = to;
  std::size_t down = 0;
  while (a != b) {
    if (depth[a] >= depth[b]) {
      links.push_back(up[a]);
      a = parent[a];
    } else {
      b = parent[b];
      ++down;
    }
  }
  links.resize(links.size() + down);
  for (std::size_t at = links.size(); to != a; to = parent[to]) links[--at] = up[to] ^ 1;
}

bool TreeRoutes::contends_at_hosts_only(int hosts, const std::vector<Link>& all_links) const {
  std::vector<double> below(parent.size(), 0);
  double all = 0;
  std::vector<int> order(parent.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [this](int a, int b) { return depth[a] > depth[b]; });
  for (int v = 0; v < hosts; ++v) {
    if (depth[v] != 1 && parent[v] >= 0 && parent[v] < hosts) return false;
    if (up[v] < 0) return hosts == 1;
    below[v] = all_links[up[v]].rate;
    all += below[v];
  }
  for (int v : order) {
    if (parent[v] < 0) continue;
    if (v >= hosts && all_links[up[v]].rate * (1 + 1e-9) < std::min(below[v], all - below[v]))
      return false;
    below[parent[v]] += below[v];
  }
  return true;
}

}  // namespace bamboo::plans
