// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bamboo/plans/schedulers.h"

namespace bamboo::plans {
namespace {

bool always(const Traffic&, const Network&) {
  return true;
}
bool hosts_only(const Traffic&, const Network& network) {
  return network.contends_at_hosts_only();
}

// Each slice looks at all ranks, and there are about as many slices as messages for a few ranks.
constexpr std::size_t most_birkhoff_work = 40'000'000;

bool equal_hosts(const Traffic& traffic, const Network& network) {
  if (!network.contends_at_hosts_only()) return false;
  if (traffic.messages.size() * traffic.size > most_birkhoff_work) return false;
  const double rate = network.rate(0, network.hosts() - 1);
  for (const Link& link : network.links())
    if (std::min(link.from, link.to) < network.hosts() && link.rate != rate) return false;
  return true;
}

// For two halves, the number of phases is a quarter of the square of the number of hosts, and each
// inner message searches them.
constexpr int most_tree_hosts = 512;

/// In a network with switches and without cycles, each host is attached to a switch.
bool hosts_have_one_cable(const Network& network) {
  return std::ranges::count_if(network.links(), [&](const Link& link) {
           return link.from < network.hosts();
         }) == network.hosts();
}

bool even_all_to_all_on_tree(const Traffic& traffic, const Network& network) {
  const std::size_t hosts = network.hosts();
  if (!network.is_tree() || network.switches() == 0 || hosts > most_tree_hosts) return false;
  if (!hosts_have_one_cable(network)) return false;
  if (traffic.size != network.hosts() || traffic.messages.size() != hosts * (hosts - 1))
    return false;
  return std::ranges::all_of(network.links(),
                             [&](const Link& l) { return l.rate == network.links()[0].rate; }) &&
         std::ranges::all_of(traffic.messages, [&](const Message& m) {
           return m.bytes == traffic.messages[0].bytes;
         });
}

constexpr Scheduler scheduler_table[] = {
    {"greedy", "by size, each message into the first phase that has room", always, greedy},
    {"bottleneck_first", "by size and by the load of the busiest link on the way", always,
     bottleneck_first},
    {"all_to_all_based", "by the distances of the ring shift, then filled up by size", always,
     all_to_all_based},
    {"ring", "the ring shift: phase i moves what goes i + 1 ranks further", hosts_only, ring},
    {"birkhoff", "messages cut into parts: never more than 5 % above the bound", equal_hosts,
     birkhoff},
    {"tree_all_to_all", "an even all-to-all on a tree: the bottleneck link is never idle",
     even_all_to_all_on_tree, tree_all_to_all},

};

}  // namespace

std::span<const Scheduler> schedulers() {
  return scheduler_table;
}

bool serves_everything(const Scheduler& scheduler) {
  return scheduler.serves == always;
}

const Scheduler* find_scheduler(std::string_view name) {
  for (const Scheduler& scheduler : scheduler_table)
    if (name == scheduler.name) return &scheduler;
  return nullptr;
}

}  // namespace bamboo::plans
