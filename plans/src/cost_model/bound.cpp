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
  /// Whether an earlier rank's share must get to a later one.
  bool goes_up() const {
    const auto first = std::ranges::find(sends, true) - sends.begin();
    const auto last = receives.rend() - std::find(receives.rbegin(), receives.rend(), true) - 1;
    return first < last;
  }
};

/// The bytes that a link must carry; `bytes` of what has no blocks, or of each pair's.
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

/// Hosts sum up, so those with several ranks count once.
double allreduce_bound(std::size_t bytes, const Network& network) {
  const int ranks = network.hosts();
  double rates = 0;
  std::vector<int> first_links;
  for (int rank = 0; rank < ranks; ++rank) {
    for (int link : network.route(rank, (rank + 1) % ranks)) {
      if (std::isinf(network.links()[link].rate)) continue;
      if (std::ranges::find(first_links, link) == first_links.end()) {
        first_links.push_back(link);
        rates += network.links()[link].rate;
      }
      break;
    }
  }
  if (rates == 0) return 0;
  return 2 * static_cast<double>(first_links.size() - 1) * static_cast<double>(bytes) / rates;
}

/// The seconds of the link that needs the longest.
template <class BlockOf>
std::optional<double> of_links(Operation operation, double bytes, const BlockOf& block, int root,
                               const Network& network) {
  const bool is_tree = network.links().size() == 2 * (network.names().size() - 1);
  if (!is_tree && operation != Operation::Alltoall) return {};
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
  std::optional<double> seconds =
      of_links(operation, each, [=](int) { return each; }, root, network);
  if (seconds && operation == Operation::Allreduce)
    seconds = std::max(*seconds, allreduce_bound(bytes, network));
  return seconds;
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
