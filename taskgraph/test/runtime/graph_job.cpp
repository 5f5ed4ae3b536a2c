// SPDX-License-Identifier: Apache-2.0
// A job for the launchers of the installed MPIs: graph_job MODULE_FOLDER CASE. The engine over a
// real transport; options come from the environment. Prints "CASE went well" from process 0. Cases:
// stencil, ring, objects, randomSEED, callsSEED, coroutinesSEED, ahead, sums, reductions,
// late_calls, lonely_call, lonely_broadcast, other_call, lonely_sum, deadlock, exception.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/collectives.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/object_ring.h"
#include "test/support/random_calls.h"
#include "test/support/random_coroutine.h"
#include "test/support/random_graph.h"
#include "test/support/stencil.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

constexpr int tasks = 24, cells = 5, steps = 200;

/// Sends large messages around the ring of tasks, with sizes that grow beyond a piece.
class RingTask final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
    const int next = (id() + 1) % graph().size();
    if (round_ > 0) {
      const auto message = take(any, round_ - 1);
      const auto values = message->values<int>();
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != message->source() + round_ - 1 + static_cast<int>(i)) {
          throw std::runtime_error("a value is wrong");
        }
      }
      if (values.size() != size_of(round_ - 1)) throw std::runtime_error("a size is wrong");
    }
    if (round_ == rounds) return finish();
    std::vector<int> values(size_of(round_));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = id() + round_ + static_cast<int>(i);
    put(next, round_, values);
    needs(1, round_);
    ++round_;
  }

 private:
  static constexpr int rounds = 18;
  static std::size_t size_of(int round) { return std::size_t{1} << round; }
  int round_ = 0;
};

/// Large messages of other processes are read from the senders' memory where that is wanted, unless
/// a reason against it is known.
bool large_messages_were_read(const Runtime& runtime, const RuntimeOptions& options) {
  const TrafficStatistics traffic = runtime.statistics().traffic;
  const bool can = options.direct_bytes && traffic.not_read_because.empty();
  return runtime.processes() == 1 || (traffic.messages_read > 0) == can;
}

/// Task 0 sends two messages in each run to every other task and receives none: its process is
/// several runs ahead of the tasks that sleep before they poll for messages.
class AheadTask final : public DataTask {
 public:
  AheadTask(TaskGraph& graph, TaskId id, int graph_number)
      : DataTask(graph, id), expected_(1000 * graph_number) {}

  void init() override {
    ++expected_;
    if (id() > 0) needs(2);
  }

 protected:
  void run() override {
    if (id() == 0) {
      for (TaskId other = 1; other < graph().size(); ++other) {
        put_value(other, 0, expected_);
        put_value(other, 1, -expected_);
      }
      return finish();
    }
    const bool in_order =
        take()->values<int>()[0] == expected_ && take()->values<int>()[0] == -expected_;
    if (!in_order) throw std::runtime_error("a message of another run, or out of order");
    finish();
  }

 private:
  int expected_;
};

/// Graphs that process 0 has ended before the others make them, and runs likewise.
void run_ahead(Runtime& runtime) {
  const auto nap = [&] {
    if (runtime.process() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  for (int number = 1; number <= 3; ++number) {
    nap();
    TaskGraph graph(runtime, 4 * runtime.processes());
    graph.create<AheadTask>(number);
    for (int run = 0; run < 10; ++run) {
      nap();
      graph.run();
    }
  }
}

/// Has a value of another size in each run, so that the order matters in which they are added up.
class Number final : public DataTask {
 public:
  using DataTask::DataTask;
  static double value(TaskId id, int run) {
    return (run + 1.0) / (id + 1) * std::pow(10.0, id % 9 - run);
  }
  double value() const { return value_; }
  int runs() const { return runs_; }

 protected:
  void run() override {
    value_ = value(id(), runs_++);
    finish();
  }

 private:
  double value_ = 0;
  int runs_ = 0;
};

/// Sums between the runs of two graphs, whose tasks are dealt out in different ways.
bool sums_are_serial(Runtime& runtime) {
  const int processes = runtime.processes();
  std::vector<ProcessId> dealt(tasks);
  for (TaskId task = 0; task < tasks; ++task) dealt[task] = (task * task + 1) % processes;
  TaskGraph blocks(runtime, tasks), mixed(runtime, tasks);
  mixed.place(Placement::table(dealt, processes));
  blocks.create<Number>();
  mixed.create<Number>();
  bool good = blocks.sum(&Number::value) == 0;
  for (int run = 0; run < 20; ++run) {
    double expected = 0;
    for (TaskId task = 0; task < tasks; ++task) expected += Number::value(task, run);
    for (TaskGraph* graph : {&blocks, &mixed}) {
      graph->run();
      const std::vector<double> values = graph->gather(&Number::value);
      good = good && graph->sum(&Number::value) == expected;
      good = good && graph->sum(&Number::runs) == tasks * (run + 1);
      for (TaskId task = 0; task < tasks; ++task)
        good = good && values[task] == Number::value(task, run);
    }
  }
  return good;
}

/// Reduces inside of its run.
class Reducing final : public DataTask {
 public:
  using DataTask::DataTask;
  double value() const { return Number::value(id(), 0); }
  double total() const { return total_.get(); }
  void init() override {
    total_ = reduce(value());
    needs(total_);
  }

 protected:
  void run() override { finish(); }

 private:
  Future<double> total_;
};

/// The same bits inside of the run and after it, and in whatever processes the tasks are.
bool reductions_agree(Runtime& runtime) {
  const int processes = runtime.processes();
  std::vector<ProcessId> one(tasks, processes - 1);  // the other processes have no tasks
  TaskGraph blocks(runtime, tasks), alone(runtime, tasks);
  alone.place(Placement::table(one, processes));
  std::vector<double> totals;
  for (TaskGraph* graph : {&blocks, &alone}) {
    graph->create<Reducing>();
    graph->run();
    barrier(runtime);
    totals.push_back(reduce(*graph, &Reducing::value, std::plus<>()));
    totals.push_back(reduce(*graph, &Reducing::total, Maximum()));
    totals.push_back(reduce(*graph, &Reducing::total, Minimum()));
  }
  const bool same = std::ranges::count(totals, totals.front()) == std::ssize(totals);
  return same && std::abs(totals.front() - blocks.sum(&Reducing::value)) < 1e-6;
}

/// Gets values of task 0. The other tasks make the call about when the values come: some of them
/// find the result while their process still forwards it, and end.
class LateCall final : public DataTask {
 public:
  using DataTask::DataTask;
  bool good() const { return std::ranges::equal(all_.get(), std::vector<int>(length, runs_)); }

 protected:
  void run() override {
    ++runs_;
    if (id() > 0) std::this_thread::sleep_for(std::chrono::microseconds(mix(id(), runs_) % 1000));
    all_ = broadcast(0, std::vector<int>(id() == 0 ? length : 0, runs_));
    finish();
  }

 private:
  static constexpr std::size_t length = 16384;
  int runs_ = 0;
  Future<std::span<const int>> all_;
};

/// One task a process, many runs of several graphs.
bool late_calls_get_the_values(Runtime& runtime) {
  bool good = true;
  for (int graphs = 0; graphs < 10; ++graphs) {
    TaskGraph graph(runtime, runtime.processes());
    graph.create<LateCall>();
    for (int runs = 0; runs < 30; ++runs) {
      graph.run();
      good = good && static_cast<const LateCall&>(*graph.tasks().front()).good();
    }
  }
  return good;
}

/// Task 1 makes no call.
class LonelyCall final : public DataTask {
 public:
  using DataTask::DataTask;
  void init() override { needs(id() == 1 ? Rule::count(1) : Rule(reduce(1.0))); }

 protected:
  void run() override { finish(); }
};

/// The root, which is in the last process, makes no call.
class LonelyBroadcast final : public DataTask {
 public:
  using DataTask::DataTask;
  void init() override {
    const TaskId root = graph().size() - 1;
    needs(id() == root ? Rule::count(1) : Rule(broadcast<int>(root)));
  }

 protected:
  void run() override { finish(); }
};

/// The upper half of the tasks makes another call.
class OtherCall final : public DataTask {
 public:
  using DataTask::DataTask;
  void init() override { needs(id() < graph().size() / 2 ? Rule(reduce(1.0)) : Rule(barrier())); }

 protected:
  void run() override { finish(); }
};

/// Adds edges by a layout or one by one, depending on the seed. A process adds the edges of its own
/// tasks.
void add_edges(TaskGraph& graph, const RandomGraph& shape, const std::vector<ProcessId>& dealt) {
  if (shape.seed % 2 == 0) return graph.add_layout(std::make_unique<RandomEdges>(shape));
  const ProcessId here = graph.runtime().process();
  graph.add_layout(std::make_unique<EdgeList>());  // where none of its tasks has an edge
  for (TaskId from = 0; from < shape.tasks; ++from)
    for (const TaskId to : shape.targets[from])
      if (dealt[from] == here || dealt[to] == here) graph.add_edge(from, to);
}

/// Runs a random graph. Most of its edges leave their process.
template <class RandomTask>
bool agrees(TaskGraph& graph, const RandomGraph& shape,
            const std::vector<std::uint64_t>& expected) {
  const int processes = graph.runtime().processes();
  std::vector<ProcessId> dealt(shape.tasks);
  for (TaskId task = 0; task < shape.tasks; ++task) dealt[task] = task % processes;
  add_edges(graph, shape, dealt);
  graph.place(Placement::table(dealt, processes));
  std::vector<std::uint64_t> results = expected;
  graph.create([&](TaskGraph& created, TaskId id) {
    results[id] = ~expected[id];
    return std::make_unique<RandomTask>(created, id, shape, results.data());
  });
  graph.run();
  return results == expected;
}

class WaitForever final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override { needs(1); }
};

class Throwing final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
    if (id() == graph().size() - 1) throw std::runtime_error("matrix is singular");
    needs(1);
  }
};

}  // namespace

int main(int, char** argv) {
  const std::string which = argv[2];
  RuntimeOptions options = RuntimeOptions::from_environment();
  options.module_folder = argv[1];
  Runtime runtime(options);
  const int processes = runtime.processes();
  bool good = true;
  const bool calls = which.starts_with("calls");
  const bool coroutines = which.starts_with("coroutines");
  const bool random = which.starts_with("random") || calls || coroutines;
  const std::string seed = random ? which.substr(which.find_first_of("0123456789")) : "1";
  const RandomGraph shape(static_cast<unsigned>(std::stoul(seed)));
  TaskGraph graph(runtime, Geometry({random ? shape.tasks : tasks}, {false}));
  if (which == "stencil") {
    graph.add_layout(predefined_layout("NearestNeighbor", {}));
    const std::vector<double> expected = serial_heat(tasks * cells, steps);
    std::vector<double> result = expected;
    graph.create([&](TaskGraph& created, TaskId id) {
      std::fill_n(result.begin() + id * cells, cells, -1);
      return std::make_unique<HeatTask>(created, id, cells, steps, result.data());
    });
    graph.run();
    graph.run();  // again, from the beginning
    good = result == expected;
    if (processes > 1) good = good && runtime.statistics().traffic.messages_sent > 0;
  } else if (which == "ring") {
    graph.add_layout(predefined_layout("OneNeighborForward", {}));
    graph.create<RingTask>();
    graph.run();
  } else if (which == "objects") {
    graph.add_layout(predefined_layout("OneNeighborForward", {}));
    graph.create<ObjectRing>();
    graph.run();
    good = large_messages_were_read(runtime, options);
  } else if (random) {
    if (calls)
      good = agrees<CallingTask>(graph, shape, RandomCalls{shape}.serial());
    else if (coroutines)
      good = agrees<CallingCoroutine>(graph, shape, RandomCalls{shape, true}.serial());
    else
      good = agrees<HashTask>(graph, shape, shape.serial());
  } else if (which == "ahead") {
    run_ahead(runtime);
  } else if (which == "sums") {
    good = sums_are_serial(runtime);
  } else if (which == "reductions") {
    good = reductions_agree(runtime);
  } else if (which == "late_calls") {
    good = late_calls_get_the_values(runtime);
  } else if (which == "lonely_call") {
    graph.create<LonelyCall>();
    graph.run();
  } else if (which == "lonely_broadcast") {
    graph.create<LonelyBroadcast>();
    graph.run();
  } else if (which == "other_call") {
    graph.create<OtherCall>();
    graph.run();
  } else if (which == "lonely_sum") {
    graph.create<Number>();
    graph.run();
    if (runtime.process() == 0) graph.sum(&Number::value);
  } else if (which == "deadlock") {
    graph.create<WaitForever>();
    graph.run();
  } else if (which == "exception") {
    graph.create<Throwing>();
    graph.run();
  }
  const ProcessId here = runtime.process();
  runtime.finish();
  if (!good) fmt::print(stderr, "process {}: the result is wrong\n", here);
  if (good && here == 0) fmt::print("{} went well\n", which);
  return good ? 0 : 1;
}
