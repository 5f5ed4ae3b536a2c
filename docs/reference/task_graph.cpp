// SPDX-License-Identifier: Apache-2.0
// task_graph.cpp: a tree that adds up, a ring that passes a vector on, a butterfly, and tasks that
// stop in the same step.
#include <bamboo/taskgraph.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

using namespace bamboo;

// Each task adds its number to the sums of its sources.
class Adder final : public DataTask {
 public:
  using DataTask::DataTask;
  double sum() const { return sum_; }

  void init() override {
    sum_ = id();
    on<double>(any, [this](TaskId, int, std::span<const double> values) { sum_ += values[0]; });
    needs(Rule::all_of(graph().sources(id())));
  }

 private:
  void run() override {
    for (TaskId next : graph().targets(id())) put_value(next, 0, sum_);
    finish();
  }

  double sum_ = 0;
};

// The vector's memory moves from task to task of a process; between processes it travels.
class Relay final : public DataTask {
 public:
  using DataTask::DataTask;
  int length() const { return length_; }

  void init() override {
    if (id() == 0) put(next(), 0, std::vector<double>(1000, 0.5));
    needs(1);
  }

 private:
  TaskId next() const { return (id() + 1) % graph().size(); }
  void run() override {
    auto message = take();
    length_ = static_cast<int>(message->values<double>().size());
    if (id() > 0) put(next(), 0, message->take_buffer());
    finish();
  }

  int length_ = 0;
};

// In column c of 8 tasks each one sends to two tasks of the next column, as in an FFT.
class Butterfly final : public Layout {
 public:
  std::string name() const override { return "Butterfly"; }
  std::vector<TaskId> targets(TaskId task, const Geometry& geometry) const override {
    const int column = task / 8, row = task % 8;
    if (column + 1 == geometry.extent(0)) return {};
    return {8 * (column + 1) + row, 8 * (column + 1) + (row ^ 1 << column)};
  }
  std::vector<TaskId> sources(TaskId task, const Geometry&) const override {
    const int column = task / 8, row = task % 8;
    if (column == 0) return {};
    return {8 * (column - 1) + row, 8 * (column - 1) + (row ^ 1 << (column - 1))};
  }
  bool lists_sources() const override { return true; }
};

// Each task halves its number until the largest one is below 1.
class Halving final : public DataTask {
 public:
  using DataTask::DataTask;
  int steps() const { return steps_; }

 private:
  void run() override {
    if (steps_ > 0 && largest_.get() < 1) return finish();
    ++steps_;
    number_ /= 2;
    largest_ = reduce(number_, Maximum());
    needs(largest_);
  }

  double number_ = id();
  int steps_ = 0;
  Future<double> largest_;
};

int main() {
  Runtime runtime;

  TaskGraph tree(runtime, 15);
  tree.set_name("tree");
  for (TaskId task = 1; task < 15; ++task) tree.add_edge(task, (task - 1) / 2);
  tree.hint([](TaskId task) { return TaskHints{.cost = task < 7 ? 1.0 : 2.0}; });
  tree.create<Adder>();

  TaskGraph ring(runtime, Geometry({6}, {true}));
  ring.set_name("ring");
  ring.add_layout(predefined_layout("OneNeighborForward", {}));
  ring.create<Relay>();

  tree.start();
  ring.start();
  ring.wait();
  tree.wait();
  const double root = tree.gather(&Adder::sum)[0];
  const int passed = ring.sum(&Relay::length);

  TaskGraph columns(runtime, Geometry({4, 8}, {false, false}));
  columns.add_layout(std::make_unique<Butterfly>());
  columns.place(Placement::ranges(columns.size(), runtime.processes()));
  columns.create<Adder>();
  for (int run = 0; run < 3; ++run) columns.run();
  const double total = columns.sum(&Adder::sum);

  TaskGraph halving(runtime, 5);
  halving.create<Halving>();
  barrier(runtime);
  halving.run();
  const int steps = reduce(halving, &Halving::steps, Maximum());

  if (runtime.process() > 0) return 0;
  std::printf("root %g, passed %d, total %g, steps %d\n", root, passed, total, steps);
  try {
    tree.check_edge(0, 14);
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
  }
}
