// SPDX-License-Identifier: Apache-2.0
// Messages through ports. What the compiler refuses: refused.cpp.
#include "bamboo/taskgraph/port.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/task_graph.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

struct RingNumber : Port<int, 0> {};
struct Weights : Port<double, 1> {};
struct Origin : Port<int, 2, void> {};

/// Each task adds up what both neighbours of a ring have, weighted by their own messages.
class WeightedRing final : public DataTask {
 public:
  WeightedRing(TaskGraph& graph, TaskId id, int steps) : DataTask(graph, id), steps_(steps) {}
  double value() const { return value_; }
  int origins() const { return origins_; }
  static double next(double value, int left, int right, double weight) {
    return value + weight * (left + 2 * right) - 1;
  }
  static double weight(TaskId task, Step step) { return 1.0 / (task + step.number() + 1); }

  void init() override {
    for (const TaskId to : {lower(), upper()}) out_origin_.put_value(to, id());
    send();
  }

 private:
  void run() override {
    while (const auto origin = in_origin_.take()) origins_ += origin.value();
    const auto from_left = in_number_.take_from(lower(), step_);
    const auto from_right = in_number_.take_from(upper(), step_);
    double weights = 0;
    while (auto message = in_weights_.take(step_)) weights += message.take_values().back();
    value_ = next(value_, from_left.value(), from_right.values()[0], weights);
    if (++step_ == Step(steps_)) return finish();
    send();
  }

  void send() {
    for (const TaskId to : {lower(), upper()}) {
      out_number_.put_value(to, step_, static_cast<int>(value_));
      if (to == lower())
        out_weights_.put(to, step_, std::vector<double>{0, weight(id(), step_)});
      else
        out_weights_.put(to, step_, Buffer::copy_of(std::vector<double>{weight(id(), step_)}));
    }
    Rule rule =
        InPort<RingNumber>::all_of(graph().sources(id()), step_) && in_weights_.count(2, step_);
    if (step_ == Step()) rule = std::move(rule) && in_origin_.count(2);
    needs(std::move(rule));
  }
  TaskId lower() const { return (id() + graph().size() - 1) % graph().size(); }
  TaskId upper() const { return (id() + 1) % graph().size(); }

  const int steps_;
  OutPort<RingNumber> out_number_{*this};
  InPort<RingNumber> in_number_{*this};
  OutPort<Weights> out_weights_{*this};
  InPort<Weights> in_weights_{*this};
  OutPort<Origin> out_origin_{*this};
  InPort<Origin> in_origin_{*this};
  double value_ = id();
  int origins_ = 0;
  Step step_;
};

std::vector<double> serial(int tasks, int steps) {
  std::vector<double> value(tasks);
  for (int task = 0; task < tasks; ++task) value[task] = task;
  for (Step step; step < Step(steps); ++step) {
    const std::vector<double> before = value;
    for (int task = 0; task < tasks; ++task) {
      const int left = (task + tasks - 1) % tasks, right = (task + 1) % tasks;
      value[task] = WeightedRing::next(
          before[task], static_cast<int>(before[left]), static_cast<int>(before[right]),
          WeightedRing::weight(left, step) + WeightedRing::weight(right, step));
    }
  }
  return value;
}

}  // namespace

TEST(Port, KeepsKindsAndStepsApart) {
  constexpr int tasks = 7, steps = 50;
  for (const int workers : {1, 2, 4}) {
    Runtime runtime(with_workers(workers));
    TaskGraph graph(runtime, Geometry({tasks}, {true}));
    for (TaskId task = 0; task < tasks; ++task) {
      graph.add_edge(task, (task + 1) % tasks);
      graph.add_edge((task + 1) % tasks, task);
    }
    graph.create<WeightedRing>(steps);
    graph.run();
    const std::vector<double> expected = serial(tasks, steps);
    const std::vector<double> got = graph.gather(&WeightedRing::value);
    for (int task = 0; task < tasks; ++task) EXPECT_NEAR(got[task], expected[task], 1e-9);
    EXPECT_EQ(graph.sum(&WeightedRing::origins), 2 * (tasks * (tasks - 1) / 2));
  }
}

TEST(Port, PassesObjects) {
  struct Words : Port<std::vector<std::string>, 3, void> {};
  class Chain final : public DataTask {
   public:
    using DataTask::DataTask;
    int value() const { return words_; }

   private:
    void run() override {
      std::vector<std::string> words;
      if (auto message = in_.take()) {
        if (id() == 1) out_.put(2, message.take_buffer());  // without a look at it
        if (id() == 2) words = message.take_value();
      }
      words.push_back(std::to_string(id()));
      words_ = static_cast<int>(words.size());
      if (id() == 0) out_.put_value(1, std::move(words));
      finish();
    }
    void init() override {
      if (id() > 0) needs(in_.count(1));
    }
    int words_ = 0;
    InPort<Words> in_{*this};
    OutPort<Words> out_{*this};
  };
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 3);
  graph.create<Chain>();
  graph.run();
  EXPECT_EQ(graph.sum(&Chain::value), 1 + 1 + 2);
}

TEST(Port, RefusesABufferOfAnotherType) {
  class Sender final : public DataTask {
   public:
    using DataTask::DataTask;

   private:
    void run() override {
      EXPECT_THROW(out_.put(1, Step(), Buffer::of<float>(3)), std::logic_error);
      finish();
    }
    OutPort<Weights> out_{*this};
  };
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 2);
  graph.create<Sender>();
  graph.run();
}

TEST(Port, RefusesStepsWithoutATag) {
  EXPECT_EQ(RingNumber::tag(Step((1 << 26) - 1)), ((1 << 26) - 1) * most_ports);
  EXPECT_THROW(RingNumber::tag(Step(1 << 26)), std::invalid_argument);
  EXPECT_THROW(RingNumber::tag(Step(-1)), std::invalid_argument);
}
