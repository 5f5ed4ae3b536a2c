// SPDX-License-Identifier: Apache-2.0
// Nanoseconds for a task switch: a task suspends, the scheduler picks the next, which resumes.
//
//     switch_bench [SWITCHES]     one JSON line; by BAMBOO_WORKERS, BAMBOO_SCHEDULER
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <vector>

#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/stackful_task.h"
#include "bamboo/taskgraph/task_graph.h"

namespace {

using Clock = std::chrono::steady_clock;

/// Suspends with a rule that is satisfied at once, so that nothing but the switch is measured.
class Switcher final : public bamboo::StackfulTask {
 public:
  Switcher(bamboo::TaskGraph& graph, bamboo::TaskId id, long switches)
      : StackfulTask(graph, id), switches_(switches) {}
  void inject(bamboo::Message*) override {}

 protected:
  void body() override {
    for (long i = 0; i < switches_; ++i) {
      rule().arm(0);
      suspend();
    }
  }

 private:
  const long switches_;
};

double nanoseconds_per_switch(const bamboo::RuntimeOptions& options, int tasks, long switches) {
  bamboo::Runtime runtime(options);
  bamboo::TaskGraph graph(runtime, tasks);
  graph.create<Switcher>(switches / tasks);
  const auto start = Clock::now();
  graph.run();
  const std::chrono::duration<double, std::nano> time = Clock::now() - start;
  return time.count() / static_cast<double>(runtime.statistics().switches);
}

}  // namespace

int main(int argc, char** argv) {
  const long switches = argc > 1 ? std::atol(argv[1]) : 2'000'000;
  bamboo::RuntimeOptions options = bamboo::RuntimeOptions::from_environment();
  options.stack_bytes = 64u << 10;
  constexpr int tasks = 64;
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round)
    rounds.push_back(nanoseconds_per_switch(options, tasks, switches));
  std::sort(rounds.begin(), rounds.end());
  fmt::print(
      "{{\"benchmark\":\"task_switch\",\"tasks\":{},\"workers\":{},\"switches\":{},"
      "\"ns_per_switch\":{:.1f},\"best\":{:.1f},\"worst\":{:.1f}}}\n",
      tasks, options.workers, switches, rounds[2], rounds.front(), rounds.back());
}
