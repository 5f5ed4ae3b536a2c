// SPDX-License-Identifier: Apache-2.0
// ports.cpp: tasks in a ring average with their neighbours, and learn who is on their left.
#include <bamboo/taskgraph.h>

#include <cstdio>
#include <string>

using namespace bamboo;

struct Value : Port<double, 0> {};            // in each step
struct Name : Port<std::string, 1, void> {};  // without steps

class Averaging final : public DataTask {
 public:
  using DataTask::DataTask;
  double value() const { return value_; }
  const std::string& left_name() const { return left_; }

  void init() override {
    to_name_.put_value((id() + 1) % graph().size(), "task " + std::to_string(id()));
    exchange();
  }

 private:
  void run() override {
    if (auto name = from_name_.take()) left_ = name.take_value();
    while (const auto neighbour = from_value_.take(step_)) value_ += neighbour.value();
    value_ /= 3;
    if (++step_ == Step(20)) return finish();
    exchange();
  }

  void exchange() {
    for (TaskId neighbour : graph().targets(id())) to_value_.put_value(neighbour, step_, value_);
    Rule rule = from_value_.all_of(graph().sources(id()), step_);
    needs(step_ == Step(0) ? rule && from_name_.count(1) : rule);
  }

  OutPort<Value> to_value_{*this};
  InPort<Value> from_value_{*this};
  OutPort<Name> to_name_{*this};
  InPort<Name> from_name_{*this};
  double value_ = id();
  std::string left_;
  Step step_;
};

int main() {
  Runtime runtime;
  TaskGraph ring(runtime, Geometry({9}, {true}));
  ring.add_layout(predefined_layout("NearestNeighbor", {}));
  ring.create<Averaging>();
  ring.run();
  const double largest = reduce(ring, &Averaging::value, Maximum());
  if (runtime.process() > 0) return 0;
  const auto& first = static_cast<const Averaging&>(*ring.tasks().front());
  std::printf("largest %.3f, left of task 0: %s\n", largest, first.left_name().c_str());
}
