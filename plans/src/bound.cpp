// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "bamboo/plans/model.h"

namespace bamboo::plans {
namespace {

/// The ranks on the two ends of a link, as far as routes between them take it.
struct Ends {
  std::vector<bool> sends, receives;
  int senders = 0, receivers = 0;
  bool root_sends = false, root_receives = false;
  double pairs = 0;

  Ends(int ranks) : sends(ranks), receives(ranks) {}
  void add(int from, int to, int root) {
    if (!sends[from]) ++senders;
    if (!receives[to]) ++receivers;
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

/// How many times the bytes a link must carry.
double times(Operation operation, const Ends& ends) {
  switch (operation) {
    case Operation::Alltoall:
      return ends.pairs;
    case Operation::Allgather:
      return ends.senders;
    case Operation::ReduceScatterBlock:
      return ends.receivers;
    case Operation::Gather:
      return ends.root_receives ? ends.senders : 0;
    case Operation::Scatter:
      return ends.root_sends ? ends.receivers : 0;
    case Operation::Bcast:
      return ends.root_sends ? 1 : 0;
    case Operation::Reduce:
      return ends.root_receives ? 1 : 0;
    case Operation::Allreduce:
      return 1;
    case Operation::Scan:
    case Operation::Exscan:
      return ends.goes_up() ? 1 : 0;
    default:
      return 0;
  }
}

bool is_known(Operation operation) {
  return operation != Operation::Gatherv && operation != Operation::Scatterv &&
         operation != Operation::Allgatherv && operation != Operation::Alltoallv &&
         operation != Operation::ReduceScatter;
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

}  // namespace

std::optional<double> bound(Operation operation, std::size_t bytes, int root,
                            const Network& network) {
  const bool is_tree = network.links().size() == 2 * (network.names().size() - 1);
  if (!is_known(operation) || !(is_tree || operation == Operation::Alltoall)) return {};
  const int ranks = network.hosts();
  std::vector<Ends> links(network.links().size(), Ends(ranks));
  std::vector<int> route;
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) {
      route.clear();
      network.append_route(from, to, route);
      for (int link : route) links[link].add(from, to, root);
    }
  double seconds = 0;
  for (std::size_t l = 0; l < links.size(); ++l)
    if (links[l].pairs > 0)
      seconds = std::max(seconds, times(operation, links[l]) * static_cast<double>(bytes) /
                                      network.links()[l].rate);
  if (operation == Operation::Allreduce)
    seconds = std::max(seconds, allreduce_bound(bytes, network));
  return seconds;
}

}  // namespace bamboo::plans
