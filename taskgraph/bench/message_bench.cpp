// SPDX-License-Identifier: Apache-2.0
// Nanoseconds for messages of 8 bytes between tasks of one process.
//
//     message_bench [ROUNDS]     one JSON line for each pattern; options by BAMBOO_ variables
//
// ping_pong: a message goes to and fro between two tasks. fan_in: a task needs one message of each
// of three others, which it answers.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/task_graph.h"

namespace {

using namespace bamboo;

/// Task 0 sends to all others, which answer, so many times.
class Echo final : public DataTask {
 public:
  Echo(TaskGraph& graph, TaskId id, long rounds) : DataTask(graph, id), left_(rounds) {}

  void init() override {
    for (TaskId other = 1; id() == 0 && other < graph().size(); ++other) others_.push_back(other);
    if (id() > 0) others_.push_back(0);
    needs(Rule::all_of(others_, 0));
    if (id() == 0) send();
  }

 protected:
  void run() override {
    while (auto message = take()) value_ += message->values<double>()[0];
    --left_;
    if (left_ > 0 || id() > 0) send();
    if (left_ == 0) finish();
  }

 private:
  void send() {
    for (const TaskId other : others_) put_value(other, 0, value_);
  }

  long left_;
  double value_ = 1;
  std::vector<TaskId> others_;
};

double nanoseconds_per_round(const RuntimeOptions& options, int tasks, long rounds) {
  Runtime runtime(options);
  TaskGraph graph(runtime, tasks);
  graph.create<Echo>(rounds);
  const auto start = std::chrono::steady_clock::now();
  graph.run();
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  return time.count() / static_cast<double>(rounds);
}

void measure(const std::string& name, int tasks, long rounds) {
  const RuntimeOptions options = RuntimeOptions::from_environment();
  std::vector<double> times;
  for (int i = 0; i < 7; ++i) times.push_back(nanoseconds_per_round(options, tasks, rounds));
  std::sort(times.begin(), times.end());
  fmt::print(
      "{{\"benchmark\":\"{}\",\"workers\":{},\"rounds\":{},\"ns_per_round\":{:.1f},"
      "\"best\":{:.1f},\"worst\":{:.1f}}}\n",
      name, options.workers, rounds, times[3], times.front(), times.back());
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  measure("ping_pong", 2, rounds);
  measure("fan_in", 4, rounds);
}
