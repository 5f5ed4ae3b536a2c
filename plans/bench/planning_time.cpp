// SPDX-License-Identifier: Apache-2.0
// How long planning takes (processor time), and how much memory, as the number of ranks grows, and
// as the network of 4,096 hosts has more links to look at.
//     plans_planning_time [SCHEDULER…]
#include <sys/resource.h>

#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "bamboo/plans/best.h"
#include "bamboo/plans/schedulers.h"
#include "bamboo/support/diagnostic.h"

namespace bamboo::plans {
namespace {

constexpr double rate = 100e6 / 8;

/// Each rank has `degree` messages of up to 64 KiB; 0: one for each other rank.
Traffic random_traffic(int size, int degree) {
  std::mt19937 random(1);
  std::vector<int> picked(size, -1);
  Traffic out{size, {}};
  for (int from = 0; from < size; ++from) {
    if (degree == 0) {
      for (int to = 0; to < size; ++to)
        if (from != to) out.messages.push_back({from, to, 1 + random() % 65536});
      continue;
    }
    picked[from] = from;
    for (int i = 0; i < degree;) {
      const int to = static_cast<int>(random() % size);
      if (picked[to] == from) continue;
      picked[to] = from;
      out.messages.push_back({from, to, 1 + random() % 65536});
      ++i;
    }
  }
  return out;
}

/// Processor time of this process, independent of other load.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

Problem problem_of_rank_0(const Traffic& traffic) {
  Problem out;
  out.operation = Operation::Alltoallv;
  out.size = traffic.size;
  out.input_counts.assign(traffic.size, 0);
  out.output_counts.assign(traffic.size, 0);
  for (const Message& m : traffic.messages) {
    if (m.from == 0) out.input_counts[m.to] = m.bytes;
    if (m.to == 0) out.output_counts[m.from] = m.bytes;
  }
  return out;
}

void measure(const Scheduler& scheduler, const char* where, const Network& network,
             const char* pattern, int degree) {
  const Traffic traffic = random_traffic(network.hosts(), degree);
  if (!scheduler.serves(traffic, network)) return;
  const auto start = std::clock();
  const Phases phases = scheduler.make(traffic, network, 0);
  const double scheduled = seconds_since(start);
  const auto begin = std::clock();
  const Plan plan = lower(phases, problem_of_rank_0(traffic), Separation::Tokens, &network);
  const double lowered = seconds_since(begin);
  const double over = predicted(phases, network, Separation::Tokens) / bound(traffic, network);
  const auto fault =
      traffic.messages.size() <= 1 << 21 ? check(phases, traffic, network) : std::nullopt;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-17s %-9s %-7s %5d %8zu %7zu %9.3f %9.3f %8.3f %7ld %s\n", scheduler.name, where,
              pattern, network.hosts(), traffic.messages.size(), phases.phases.size(), scheduled,
              lowered, over, usage.ru_maxrss / 1024, fault ? fault->text.c_str() : "");
  std::fflush(stdout);
}

int run(const std::vector<std::string>& names) {
  std::printf("%-17s %-9s %-7s %5s %8s %7s %9s %9s %8s %7s\n", "scheduler", "network", "pattern",
              "ranks", "messages", "phases", "plan s", "lower s", "/ bound", "max MB");
  for (const Scheduler& scheduler : schedulers()) {
    bool wanted = names.empty();
    for (const std::string& name : names) wanted |= name == scheduler.name;
    if (!wanted) continue;
    for (int size : {16, 64, 256, 1024, 4096}) {
      const Network star = Network::star(size, rate);
      measure(scheduler, "star", star, "sparse", 8);
      if (size > 1024) continue;
      measure(scheduler, "star", star, "half", size / 2);
      measure(scheduler, "star", star, "dense", 0);
    }
    const std::vector<int> extents{16, 16, 16};
    for (int degree : {8, 0}) {
      const char* pattern = degree == 0 ? "dense" : "sparse";
      measure(scheduler, "fat tree", Network::fat_tree(extents, rate), pattern, degree);
      measure(scheduler, "torus", Network::torus(extents, rate), pattern, degree);
    }
  }
  return 0;
}

}  // namespace
}  // namespace bamboo::plans

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  for (const std::string& name : names)
    if (bamboo::plans::find_scheduler(name) == nullptr) {
      bamboo::support::error("there is no scheduler '%s'", name.c_str());
      return 2;
    }
  return bamboo::plans::run(names);
}
