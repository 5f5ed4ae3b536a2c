// SPDX-License-Identifier: Apache-2.0
#include "network/routes.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

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

void TorusRoutes::append(int from, int to, std::vector<int>& links) const {
  const int dimensions = static_cast<int>(extents.size());
  int stride = static_cast<int>(forwards.size()) / dimensions;
  int at = from;
  for (int d = 0; d < dimensions; ++d) {
    const int extent = extents[d];
    stride /= extent;
    const int goal = to / stride % extent;
    const int ahead = (goal - from / stride % extent + extent) % extent;
    const bool goes_forwards = 2 * ahead <= extent;
    const auto& table = goes_forwards ? forwards : backwards;
    for (int place = at / stride % extent; place != goal;) {
      links.push_back(table[at * dimensions + d]);
      const int next = (place + (goes_forwards ? 1 : extent - 1)) % extent;
      at += (next - place) * stride;
      place = next;
    }
  }
}

// Level l has hosts / s(l) blocks, where s(l) is its block size. A block has columns(l) = s(l - 1)
// switches. A switch in column c has cables to the columns c, c + columns(l), c + 2 columns(l), …
// of the level above, as many as below it. So each level has as many cables as there are hosts.
FatTreeRoutes::FatTreeRoutes(const std::vector<int>& extents) : sizes_{1} {
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
    sizes_.push_back(sizes_.back() * *extent);
}

int FatTreeRoutes::switches() const {
  return vertex(levels() + 1, 0, 0) - hosts();
}

int FatTreeRoutes::vertex(int level, int block, int column) const {
  int first = 0;
  for (int below = 0; below < level; ++below) first += hosts() / sizes_[below] * columns(below);
  return first + (level > levels() ? 0 : block * columns(level) + column);
}

std::vector<Cable> FatTreeRoutes::cables(double rate, double latency) const {
  std::vector<Cable> out;
  for (int level = 0; level < levels(); ++level)
    for (int block = 0; block < hosts() / sizes_[level]; ++block)
      for (int column = 0; column < columns(level); ++column)
        for (int up = 0; up < degree_above(level); ++up)
          out.push_back({vertex(level, block, column),
                         vertex(level + 1, block * sizes_[level] / sizes_[level + 1],
                                column + up * columns(level)),
                         rate, latency});
  return out;
}

int FatTreeRoutes::cable(int level, int host, int to) const {
  const int column = to % columns(level), up = to / columns(level) % degree_above(level);
  const int at = host / sizes_[level] * columns(level) + column;
  return level * hosts() + at * degree_above(level) + up;
}

void FatTreeRoutes::append(int from, int to, std::vector<int>& links) const {
  int level = 0;
  for (; from / sizes_[level] != to / sizes_[level]; ++level)
    links.push_back(2 * cable(level, from, to));
  while (level-- > 0) links.push_back(2 * cable(level, to, to) + 1);
}

namespace {

constexpr int most_hosts_with_tables = 4096;  // the table of next links is hosts * vertices

/// For each vertex, the links that leave it.
std::vector<std::vector<int>> leaving_links(int vertices, const std::vector<Link>& links) {
  std::vector<std::vector<int>> leaving(vertices);
  for (int l = 0; l < static_cast<int>(links.size()); ++l) leaving[links[l].from].push_back(l);
  return leaving;
}

/// A tree rooted at the last vertex, which is a switch if there are any. For a graph with cycles: a
/// spanning tree.
TreeRoutes spanning_tree(int vertices, const std::vector<Link>& links) {
  const auto leaving = leaving_links(vertices, links);
  TreeRoutes out{std::vector<int>(vertices, -1), std::vector<int>(vertices, -1),
                 std::vector<int>(vertices, -1)};
  std::vector<int> reached{vertices - 1};
  out.depth[vertices - 1] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (int link : leaving[reached[i]]) {
      const int next = links[link].to;
      if (out.depth[next] >= 0) continue;
      out.depth[next] = out.depth[reached[i]] + 1;
      out.parent[next] = reached[i];
      out.up[next] = link ^ 1;
      reached.push_back(next);
    }
  return out;
}

TableRoutes table(int hosts, int vertices, const std::vector<Link>& links) {
  if (hosts > most_hosts_with_tables)
    throw std::invalid_argument("a network with cycles may have no more than " +
                                std::to_string(most_hosts_with_tables) + " hosts");
  const auto leaving = leaving_links(vertices, links);
  TableRoutes out;
  out.vertices = vertices;
  out.next.assign(static_cast<std::size_t>(hosts) * vertices, -1);
  for (const Link& link : links) out.ends.push_back(link.to);
  std::vector<int> reached;
  for (int host = 0; host < hosts; ++host) {
    int* next = out.next.data() + static_cast<std::size_t>(host) * vertices;
    reached.assign(1, host);
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (int link : leaving[reached[i]]) {
        const int vertex = links[link].to;
        if (vertex == host || next[vertex] >= 0) continue;
        next[vertex] = link ^ 1;
        reached.push_back(vertex);
      }
  }
  return out;
}

}  // namespace

void TableRoutes::append(int from, int to, std::vector<int>& links) const {
  const std::size_t row = static_cast<std::size_t>(to) * vertices;
  for (int at = from; at != to; at = ends[links.back()]) links.push_back(next[row + at]);
}

Routes shortest_routes(int hosts, const std::vector<std::string>& names,
                       const std::vector<Link>& links) {
  const int vertices = static_cast<int>(names.size());
  TreeRoutes tree = spanning_tree(vertices, links);
  for (int v = 0; v < vertices; ++v)
    if (tree.depth[v] < 0) throw std::invalid_argument("no way leads to " + names[v]);
  const bool has_cycles = static_cast<int>(links.size()) != 2 * (vertices - 1);
  return has_cycles ? Routes(table(hosts, vertices, links)) : Routes(std::move(tree));
}

}  // namespace bamboo::plans
