// SPDX-License-Identifier: Apache-2.0
// Routes with the fewest links in any connected graph.
#include <stdexcept>
#include <string>

#include "network/routes.h"

namespace bamboo::plans {
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
