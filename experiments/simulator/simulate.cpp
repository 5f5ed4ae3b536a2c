// SPDX-License-Identifier: Apache-2.0
#include "simulate.h"

#include <simgrid/s4u.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "input.h"
#include "node.h"
#include "stencil.h"

namespace simulator {
namespace {

namespace s4u = simgrid::s4u;
constexpr auto both_ways = s4u::Link::SharingPolicy::SPLITDUPLEX;

/// A group of a Cray XC: chassis, routers in a chassis, nodes of a router.
constexpr unsigned chassis = 6, routers = 16, nodes_of_router = 4;
constexpr unsigned links_of_chassis = 3;

/// A host with its own link into a zone. The host has all of the latency: SimGrid gives flows with
/// less latency a larger share of a link, and a long route must not be penalised twice.
s4u::Host* add_host(s4u::NetZone* zone, const Machine& machine, const std::string& number) {
  s4u::Host* host = zone->create_host("node" + number, 1e9);
  const s4u::Link* nic = zone->create_split_duplex_link("nic" + number, machine.nic)
                             ->set_latency(machine.latency / 2)
                             ->seal();
  zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                  {s4u::LinkInRoute(nic, s4u::LinkInRoute::Direction::UP)}, true);
  return host;
}

/// The topologies of large machines: each leaf is a zone with one host, so that a node's own link
/// carries only its own messages.
class Leaves {
 public:
  Leaves(const Machine& machine, std::vector<s4u::Host*>& hosts)
      : machine_(machine), hosts_(hosts) {}

  s4u::ClusterCallbacks callbacks() {
    return s4u::ClusterCallbacks(
        [this](s4u::NetZone* parent, const std::vector<unsigned long>&, unsigned long id) {
          const std::string number = std::to_string(id);
          s4u::NetZone* leaf = s4u::create_star_zone("leaf" + number)->set_parent(parent);
          s4u::Host* host = add_host(leaf, machine_, number);
          auto* router = leaf->create_router("router" + number);
          leaf->seal();
          if (hosts_.size() < static_cast<std::size_t>(machine_.nodes)) hosts_.push_back(host);
          return std::make_pair(leaf->get_netpoint(), router);
        });
  }

 private:
  const Machine& machine_;
  std::vector<s4u::Host*>& hosts_;
};

void make_star(const Machine& machine, std::vector<s4u::Host*>& hosts) {
  s4u::NetZone* star = s4u::create_star_zone("star");
  for (int n = 0; n < machine.nodes; ++n)
    hosts.push_back(add_host(star, machine, std::to_string(n)));
  star->seal();
}

void make_torus(const Machine& machine, Leaves& leaves) {
  std::vector<unsigned long> extents;  // a dimension of one would join a node to itself
  for (int extent : balanced(machine.nodes))
    if (extent > 1 || extents.empty()) extents.push_back(extent);
  s4u::create_torus_zone("torus", nullptr, extents, leaves.callbacks(), machine.link, 0, both_ways)
      ->seal();
}

/// Three levels, of each switch as many links upwards as downwards: no bottleneck but the routing.
void make_fat_tree(const Machine& machine, Leaves& leaves) {
  const Triple extents = balanced(machine.nodes);
  const auto down = [&](int level) { return static_cast<unsigned>(extents[level]); };
  s4u::create_fatTree_zone(
      "tree", nullptr,
      s4u::FatTreeParams(3, {down(0), down(1), down(2)}, {1, down(0), down(1)}, {1, 1, 1}),
      leaves.callbacks(), machine.link, 0, both_ways)
      ->seal();
}

void make_dragonfly(const Machine& machine, Leaves& leaves) {
  constexpr unsigned group = chassis * routers * nodes_of_router;
  const unsigned groups = (machine.nodes + group - 1) / group;
  if (groups > routers) throw std::invalid_argument("machine.nodes: a dragonfly has 6144 at most");
  s4u::create_dragonfly_zone(
      "dragonfly", nullptr,
      s4u::DragonflyParams({groups, machine.links_of_groups}, {chassis, links_of_chassis},
                           {routers, 1}, nodes_of_router),
      leaves.callbacks(), machine.link, 0, both_ways)
      ->seal();
}

/// Makes the simulated machine; a host for each node, in their order.
std::vector<s4u::Host*> make_network(const Machine& machine) {
  std::vector<s4u::Host*> hosts;
  Leaves leaves(machine, hosts);
  switch (machine.topology) {
    case Topology::Star:
      make_star(machine, hosts);
      break;
    case Topology::Torus:
      make_torus(machine, leaves);
      break;
    case Topology::FatTree:
      make_fat_tree(machine, leaves);
      break;
    case Topology::Dragonfly:
      make_dragonfly(machine, leaves);
      break;
  }
  return hosts;
}

/// Flows share links evenly, without SimGrid's corrections for TCP on real networks: what the
/// machine's bandwidths and latencies say is what a program gets.
constexpr const char* settings[] = {
    "network/model:CM02",         "network/optim:Lazy",   "network/crosstraffic:0",
    "network/TCP-gamma:0",        "network/weight-S:0",   "network/latency-factor:1",
    "network/bandwidth-factor:1", "contexts/factory:raw", "contexts/stack-size:64",
};

}  // namespace

Result simulate(const Input& input) {
  int argc = 2;
  std::string words[] = {"simulator", "--log=root.thresh:warning"};
  char* argv[] = {words[0].data(), words[1].data(), nullptr};
  simgrid::s4u::Engine engine(&argc, argv);
  for (const char* setting : settings) simgrid::s4u::Engine::set_config(setting);
  simgrid::s4u::Engine::set_config("surf/precision", input.job.resolution);

  Simulation simulation(input);
  const std::vector<std::vector<int>> tasks = simulation.placement.tasks_by_node();
  const std::vector<simgrid::s4u::Host*> hosts = make_network(input.machine);
  for (int n = 0; n < input.machine.nodes; ++n) {
    simgrid::s4u::Actor::create("node", hosts[n],
                                [&simulation, &tasks, n] { Node(simulation, n, tasks[n])(); });
  }
  engine.run();

  // The last iteration has the workers for itself.
  const Job& job = input.job;
  const std::vector<double>& ends = simulation.ends;
  const int exchanges = job.iterations - 1, from = job.warm_up - 1, to = job.iterations - 2;
  return {(ends[to] - ends[from]) / (to - from), ends,
          static_cast<double>(simulation.messages) / exchanges, simulation.bytes / exchanges};
}

}  // namespace simulator
