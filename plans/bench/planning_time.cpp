// SPDX-License-Identifier: Apache-2.0
// How long planning takes (processor time), and how much memory, as the number of ranks grows.
//     plans_planning_time [SCHEDULER…]
#include <sys/resource.h>

#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "bamboo/plans/predict.h"
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

/// Of this processor: others on the machine do not count.
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

void measure(const Scheduler& scheduler, const char* pattern, int size, int degree) {
  const Network star = Network::star(size, rate);
  const Traffic traffic = random_traffic(size, degree);
  if (!scheduler.serves(traffic, star)) return;
  const auto start = std::clock();
  const Phases phases = scheduler.make(traffic, star, 0);
  const double scheduled = seconds_since(start);
  const auto begin = std::clock();
  const Plan plan = lower(phases, problem_of_rank_0(traffic), Separation::Tokens, &star);
  const double lowered = seconds_since(begin);
  const double over = predicted(phases, star, Separation::Tokens) / bound(traffic, star);
  const auto fault = size <= 1024 ? check(phases, traffic, star) : std::nullopt;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-17s %-7s %5d %8zu %7zu %9.3f %9.3f %8.3f %7ld %s\n", scheduler.name, pattern, size,
              traffic.messages.size(), phases.phases.size(), scheduled, lowered, over,
              usage.ru_maxrss / 1024, fault ? fault->text.c_str() : "");
  std::fflush(stdout);
}

int run(const std::vector<std::string>& names) {
  std::printf("%-17s %-7s %5s %8s %7s %9s %9s %8s %7s\n", "scheduler", "pattern", "ranks",
              "messages", "phases", "plan s", "lower s", "/ bound", "max MB");
  for (const Scheduler& scheduler : schedulers()) {
    bool wanted = names.empty();
    for (const std::string& name : names) wanted |= name == scheduler.name;
    if (!wanted) continue;
    for (int size : {16, 64, 256, 1024}) measure(scheduler, "dense", size, 0);
    for (int size : {16, 64, 256, 1024}) measure(scheduler, "half", size, size / 2);
    for (int size : {16, 64, 256, 1024, 4096}) measure(scheduler, "sparse", size, 8);
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
