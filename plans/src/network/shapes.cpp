// SPDX-License-Identifier: Apache-2.0
// Networks of the usual shapes.
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>

#include "bamboo/plans/network.h"
#include "network/routes.h"

namespace bamboo::plans {
namespace {

constexpr int most_hosts = 1 << 18;

/// Their number; `shape`: "a torus".
int hosts_of(const std::string& shape, const std::vector<int>& extents) {
  int hosts = 1;
  for (int extent : extents) {
    if (extent < 1) throw std::invalid_argument(shape + " has extents above zero");
    if (extent > most_hosts / hosts)
      throw std::invalid_argument(shape + " may have no more than " + std::to_string(most_hosts) +
                                  " hosts");
    hosts *= extent;
  }
  return hosts;
}

}  // namespace

Network Network::star(int hosts, double rate, double latency) {
  return tree({hosts}, {0}, rate, rate, latency);
}

Network Network::two_switches(int left, int right, double rate, double trunk_rate, double latency) {
  return tree({left, right}, {0, 0}, rate, trunk_rate, latency);
}

Network Network::tree(const std::vector<int>& hosts_at, const std::vector<int>& parent, double rate,
                      double trunk_rate, double latency) {
  if (hosts_at.size() != parent.size())
    throw std::invalid_argument("a tree needs one parent for each switch");
  const int switches = static_cast<int>(hosts_at.size());
  const int hosts = std::accumulate(hosts_at.begin(), hosts_at.end(), 0);
  std::vector<Cable> cables;
  int host = 0;
  for (int s = 0; s < switches; ++s) {
    if (hosts_at[s] < 0) throw std::invalid_argument("a switch has less than no hosts");
    for (int i = 0; i < hosts_at[s]; ++i) cables.push_back({host++, hosts + s, rate, latency});
  }
  for (int s = 1; s < switches; ++s) {
    if (parent[s] < 0 || parent[s] >= s)
      throw std::invalid_argument("a switch's parent must precede it");
    cables.push_back({hosts + parent[s], hosts + s, trunk_rate, latency});
  }
  return of_cables(hosts, switches, cables);
}

// An extent of 2 has one cable between two hosts, not two.
Network Network::torus(const std::vector<int>& extents, double rate, double latency) {
  const int hosts = hosts_of("a torus", extents);
  const int dimensions = static_cast<int>(extents.size());
  std::vector<Cable> cables;
  std::vector<int> forwards(hosts * dimensions, -1), backwards(hosts * dimensions, -1);
  for (int d = 0, stride = hosts; d < dimensions; ++d) {
    const int extent = extents[d];
    stride /= extent;
    for (int host = 0; host < hosts; ++host) {
      const int at = host / stride % extent;
      const int next = host + ((at + 1) % extent - at) * stride;
      if (extent == 1 || (extent == 2 && at == 1)) continue;
      const int link = 2 * static_cast<int>(cables.size());
      cables.push_back({host, next, rate, latency});
      forwards[host * dimensions + d] = link;
      backwards[next * dimensions + d] = link + 1;
      if (extent > 2) continue;
      backwards[host * dimensions + d] = link;
      forwards[next * dimensions + d] = link + 1;
    }
  }
  Network out(hosts, 0, cables, {});
  out.shape_ = Shape::Torus;
  out.extents_ = extents;
  out.routes_ = std::make_shared<const Routes>(
      TorusRoutes{extents, std::move(forwards), std::move(backwards)});
  return out;
}

Network Network::fat_tree(const std::vector<int>& extents, double rate, double latency) {
  hosts_of("a fat tree", extents);
  FatTreeRoutes routes(extents);
  Network out(routes.hosts(), routes.switches(), routes.cables(rate, latency), {});
  out.shape_ = Shape::FatTree;
  out.extents_ = extents;
  out.routes_ = std::make_shared<const Routes>(std::move(routes));
  return out;
}

}  // namespace bamboo::plans
