// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "bamboo/plans/model.h"

namespace bamboo::plans {
namespace {

/// The ranks on the two ends of a link, as far as routes between them take it, and their blocks'
/// bytes.
struct Ends {
  std::vector<bool> sends, receives;
  double senders = 0, receivers = 0;
  bool root_sends = false, root_receives = false;
  double pairs = 0;

  Ends(int ranks) : sends(ranks), receives(ranks) {}
  template <class BlockOf>
  void add(int from, int to, int root, const BlockOf& block) {
    if (!sends[from]) senders += block(from);
    if (!receives[to]) receivers += block(to);
    sends[from] = receives[to] = true;
    root_sends = root_sends || from == root;
    root_receives = root_receives || to == root;
    ++pairs;
  }
  /// Whether the share of a lower rank must reach a higher rank.
  bool goes_up() const {
    const auto first = std::ranges::find(sends, true) - sends.begin();
    const auto last = receives.rend() - std::find(receives.rbegin(), receives.rend(), true) - 1;
    return first < last;
  }
};

/// The bytes that a link must carry; `bytes` is the size of an operation without blocks, or of each
/// pair.
double load(Operation operation, const Ends& ends, double bytes) {
  switch (operation) {
    case Operation::Alltoall:
      return ends.pairs * bytes;
    case Operation::Allgather:
    case Operation::Allgatherv:
      return ends.senders;
    case Operation::ReduceScatterBlock:
    case Operation::ReduceScatter:
      return ends.receivers;
    case Operation::Gather:
    case Operation::Gatherv:
      return ends.root_receives ? ends.senders : 0;
    case Operation::Scatter:
    case Operation::Scatterv:
      return ends.root_sends ? ends.receivers : 0;
    case Operation::Bcast:
      return ends.root_sends ? bytes : 0;
    case Operation::Reduce:
      return ends.root_receives ? bytes : 0;
    case Operation::Allreduce:
      return bytes;
    case Operation::Scan:
    case Operation::Exscan:
      return ends.goes_up() ? bytes : 0;
    default:
      return 0;
  }
}

/// The bytes per second of all links to and from each host.
struct HostRates {
  std::vector<double> in, out;

  explicit HostRates(const Network& base) : in(base.hosts(), 0), out(base.hosts(), 0) {
    for (const Link& link : base.links()) {
      if (link.from < base.hosts()) out[link.from] += link.rate;
      if (link.to < base.hosts()) in[link.to] += link.rate;
    }
  }
};

/// Hosts sum up, so those with several ranks count once.
double allreduce_bound(std::size_t bytes, const Network& network) {
  const HostRates rates(network.without_ranks());
  std::vector<bool> counted(rates.out.size(), false);
  double all = 0;
  int hosts = 0;
  for (int rank = 0; rank < network.hosts(); ++rank) {
    const int host = network.host_of(rank);
    if (counted[host]) continue;
    counted[host] = true;
    all += rates.out[host];
    ++hosts;
  }
  return hosts < 2 ? 0 : 2 * (hosts - 1) * static_cast<double>(bytes) / all;
}

/// The seconds that the slowest host needs for the data on its own links. This is a lower bound for
/// any routes.
template <class BlockOf>
double of_hosts(Operation operation, double bytes, const BlockOf& block, int root,
                const Network& network) {
  const Network base = network.without_ranks();
  const HostRates rates(base);
  std::vector<std::vector<int>> ranks_at(base.hosts());
  for (int rank = 0; rank < network.hosts(); ++rank)
    ranks_at[network.host_of(rank)].push_back(rank);
  double seconds = 0;
  for (int host = 0; host < base.hosts(); ++host) {
    Ends coming(network.hosts()), going(network.hosts());
    for (int inside : ranks_at[host])
      for (int rank = 0; rank < network.hosts(); ++rank) {
        if (network.host_of(rank) == host) continue;
        coming.add(rank, inside, root, block);
        going.add(inside, rank, root, block);
      }
    if (coming.pairs == 0) continue;
    seconds = std::max({seconds, load(operation, coming, bytes) / rates.in[host],
                        load(operation, going, bytes) / rates.out[host]});
  }
  return seconds;
}

/// The seconds of the link that needs the longest.
template <class BlockOf>
double of_links(Operation operation, double bytes, const BlockOf& block, int root,
                const Network& network) {
  const bool is_tree = network.links().size() == 2 * (network.names().size() - 1);
  if (!is_tree && operation != Operation::Alltoall)
    return of_hosts(operation, bytes, block, root, network);
  const int ranks = network.hosts();
  std::vector<Ends> links(network.links().size(), Ends(ranks));
  std::vector<int> route;
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) {
      route.clear();
      network.append_route(from, to, route);
      for (int link : route) links[link].add(from, to, root, block);
    }
  double seconds = 0;
  for (std::size_t l = 0; l < links.size(); ++l)
    if (links[l].pairs > 0)
      seconds = std::max(seconds, load(operation, links[l], bytes) / network.links()[l].rate);
  return seconds;
}

}  // namespace

std::optional<double> bound(Operation operation, std::size_t bytes, int root,
                            const Network& network) {
  if (is_irregular(operation)) return {};
  const auto each = static_cast<double>(bytes);
  const double seconds = of_links(operation, each, [=](int) { return each; }, root, network);
  return operation == Operation::Allreduce ? std::max(seconds, allreduce_bound(bytes, network))
                                           : seconds;
}

std::optional<double> bound(Operation operation, std::span<const std::size_t> blocks, int root,
                            const Network& network) {
  if (!is_irregular(operation) || is_of_neighbours(operation) ||
      operation == Operation::Alltoallv || static_cast<int>(blocks.size()) != network.hosts())
    return {};
  return of_links(
      operation, 0, [=](int rank) { return static_cast<double>(blocks[rank]); }, root, network);
}

}  // namespace bamboo::plans
