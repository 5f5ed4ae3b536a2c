// SPDX-License-Identifier: Apache-2.0
// Networks seen by ranks on their hosts.
#include <numeric>
#include <set>

#include "bamboo/plans/network.h"

namespace bamboo::plans {
namespace {

/// Renumbers the hosts of a tree; hosts that are not listed become switches.
Network renumbered(const Network& tree, const std::vector<int>& hosts) {
  const int vertices = static_cast<int>(tree.names().size());
  std::vector<int> order = hosts;  // old vertices by new number
  const std::set<int> chosen(hosts.begin(), hosts.end());
  for (int v = 0; v < vertices; ++v)
    if (!chosen.contains(v)) order.push_back(v);
  std::vector<int> number(vertices);
  std::vector<std::string> names;
  for (int v = 0; v < vertices; ++v) {
    number[order[v]] = v;
    names.push_back(tree.names()[order[v]]);
  }
  std::vector<Cable> cables;
  for (std::size_t l = 0; l < tree.links().size(); l += 2) {
    const Link& link = tree.links()[l];
    cables.push_back({number[link.from], number[link.to], link.rate, link.latency});
  }
  const int count = static_cast<int>(hosts.size());
  return Network::of_cables(count, vertices - count, cables, std::move(names));
}

}  // namespace

Network for_ranks(const Network& network, const std::vector<int>& host_of) {
  std::vector<int> all(network.hosts());
  std::iota(all.begin(), all.end(), 0);
  if (host_of == all) return network;
  const bool one_rank_each = std::set(host_of.begin(), host_of.end()).size() == host_of.size();
  if (one_rank_each && network.is_tree()) return renumbered(network, host_of);
  return network.with_ranks(host_of);
}

}  // namespace bamboo::plans
