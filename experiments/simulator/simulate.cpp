// SPDX-License-Identifier: Apache-2.0
#include "simulate.h"

#include <simgrid/s4u.hpp>
#include <string>

#include "network.h"
#include "node.h"

namespace simulator {
namespace {

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
