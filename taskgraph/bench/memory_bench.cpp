// SPDX-License-Identifier: Apache-2.0
// Memory of a process with a graph of tasks that have three edges each, in two steps of messages.
//
//     memory_bench [TASKS]       one JSON line
#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <cstdlib>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"

namespace {

using namespace bamboo;

constexpr int steps = 2;
constexpr std::array distances{1, 2, 100};

/// Adds up what the three tasks before it send.
class Adder final : public DataTask {
 public:
  using DataTask::DataTask;
  double sum() const { return sum_; }

 protected:
  void init() override { send(); }
  void run() override {
    for (const TaskId source : graph().sources(id()))
      if (const auto message = take(source, step_)) sum_ += message->values<double>()[0];
    if (step_ == steps) return finish();
    if (step_ > 0) send();
    needs(Rule::all_of(graph().sources(id()), ++step_));
  }

 private:
  void send() {
    for (const TaskId target : graph().targets(id())) put_value(target, step_ + 1, sum_);
  }

  int step_ = 0;
  double sum_ = 1;
};

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

int main(int argc, char** argv) {
  const int tasks = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  Runtime runtime;
  TaskGraph graph(runtime, tasks);
  const auto start = std::chrono::steady_clock::now();
  for (TaskId task = 0; task < tasks; ++task)
    for (const int distance : distances) graph.add_edge(task, (task + distance) % tasks);
  graph.create<Adder>();
  const std::chrono::duration<double> built = std::chrono::steady_clock::now() - start;
  const double before = peak_bytes();
  graph.run();
  double sum = 0;
  for (const auto& task : graph.tasks()) sum += static_cast<const Adder&>(*task).sum();
  if (sum != 16.0 * tasks) {
    fmt::print(stderr, "memory_bench: the sum is {} and not {}\n", sum, 16.0 * tasks);
    return 1;
  }
  fmt::print(
      "{{\"benchmark\":\"memory\",\"tasks\":{},\"edges\":{},\"seconds_to_build\":{:.3f},"
      "\"gigabytes_built\":{:.3f},\"gigabytes\":{:.3f}}}\n",
      tasks, distances.size() * static_cast<std::size_t>(tasks), built.count(), before / 1e9,
      peak_bytes() / 1e9);
}
