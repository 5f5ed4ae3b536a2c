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

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/stackful_task.h"

namespace {

using Clock = std::chrono::steady_clock;

/// Suspends with a rule that is satisfied at once, so that nothing but the switch is measured.
class Switcher final : public bamboo::StackfulTask {
 public:
  Switcher(bamboo::TaskId id, long switches) : StackfulTask(id), switches_(switches) {}
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

double nanoseconds_per_switch(const bamboo::EngineOptions& options, int tasks, long switches) {
  bamboo::Engine engine(options, nullptr);
  for (int i = 0; i < tasks; ++i) engine.add(std::make_unique<Switcher>(i, switches / tasks));
  const auto start = Clock::now();
  engine.run();
  const std::chrono::duration<double, std::nano> time = Clock::now() - start;
  return time.count() / static_cast<double>(engine.statistics().switches);
}

}  // namespace

int main(int argc, char** argv) {
  const long switches = argc > 1 ? std::atol(argv[1]) : 2'000'000;
  bamboo::EngineOptions options = bamboo::EngineOptions::from_environment();
  options.stack_bytes = 64u << 10;
  constexpr int tasks = 64;
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    rounds.push_back(nanoseconds_per_switch(options, tasks, switches));
  }
  std::sort(rounds.begin(), rounds.end());
  fmt::print(
      "{{\"benchmark\":\"task_switch\",\"tasks\":{},\"workers\":{},\"switches\":{},"
      "\"ns_per_switch\":{:.1f},\"best\":{:.1f},\"worst\":{:.1f}}}\n",
      tasks, options.workers, switches, rounds[2], rounds.front(), rounds.back());
}
