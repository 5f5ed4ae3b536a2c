// SPDX-License-Identifier: Apache-2.0
// What compilers refuse, one mistake for each name; the test looks for the concept in their words.
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph.h"

using namespace bamboo;

class Mistaken final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
#if defined(POINTERS)
    put(0, 0, std::vector<int*>(3));
#elif defined(STRINGS)
    const std::vector<std::string> names{"a"};
    put(0, 0, names);
#elif defined(READ_AS_VIEW)
    take()->values<std::span<int> >();
#elif defined(OBJECT_OF_POINTERS)
    put_value(0, 0, std::vector<int*>(3));
#elif defined(OBJECT_READ_AS_VALUES)
    take()->values<std::string>();
#elif defined(HANDLER)
    on<int>(any, [](std::span<const int>){});
#elif defined(BUFFER_COPY)
    const Buffer buffer = Buffer::of<int>(3);
    put(0, 0, buffer);
#elif defined(REDUCE_STRINGS)
    reduce(std::vector<std::string>(3));
#elif defined(REDUCE_WITH_STATE)
    const int base = id();
    reduce(1, [base](int a, int b) { return base + a + b; });
#elif defined(RULE_OF_A_CALL)
    needs(Rule::result(1));
#elif defined(FUTURE_OF_OTHER_TYPE)
    const Future<int> sum = reduce(1.5);
#endif
    finish();
  }
};

class MistakenRoutine final : public CoroutineTask {
 public:
  using CoroutineTask::CoroutineTask;

 private:
  Routine body() override {
#if defined(NO_COROUTINE)
    return {};
#else
    co_await barrier();
#endif
  }
};

struct Face : Port<double, 0> {};
struct Origin : Port<int, 1, void> {};

class WithPorts final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
    face_.put(0, step_, std::vector<double>(3));
    origin_.put_value(0, 5);
    needs(InPort<Face>::count(1, step_) && in_origin_.count(1));
    const double first = in_face_.take(step_).value();
    in_origin_.take_from(0).take_values();
#if defined(PORT_WRONG_VECTOR)
    face_.put(0, step_, std::vector<float>(3));
#elif defined(PORT_WRONG_VALUE)
    origin_.put_value(0, first);
#elif defined(PORT_INTEGER_AS_STEP)
    face_.put(0, 3, std::vector<double>(3));
#elif defined(PORT_NO_STEP)
    in_face_.take();
#elif defined(PORT_STEP_TOO_MANY)
    in_origin_.take(step_);
#elif defined(PORT_RULE_WITHOUT_STEP)
    needs(in_face_.count(1));
#elif defined(PORT_WRONG_DIRECTION)
    face_.take(step_);
#elif defined(PORT_SENDS_ON_IN)
    in_origin_.put_value(0, 5);
#elif defined(PORT_READS_OTHER_TYPE)
    const std::span<const float> values = in_face_.take(step_).values();
#elif defined(PORT_OF_POINTERS)
    OutPort<Port<int*, 2> > pointers{*this};
#elif defined(PORT_NUMBER_TOO_LARGE)
    OutPort<Port<int, 32> > large{*this};
#endif
    static_cast<void>(first);
    finish();
  }

 private:
  OutPort<Face> face_{*this};
  InPort<Face> in_face_{*this};
  OutPort<Origin> origin_{*this};
  InPort<Origin> in_origin_{*this};
  Step step_;
};

class WithSteps final : public DataTask {
 public:
  WithSteps(TaskGraph& graph, TaskId id, int) : DataTask(graph, id) {}
  double value() const { return 0; }
  const char* name() const { return ""; }

 protected:
  void run() override { finish(); }
};

struct NoTask {
  NoTask(TaskGraph&, TaskId) {}
};

void build(TaskGraph& graph) {
#if defined(NO_CONSTRUCTOR)
  graph.create<WithSteps>();
#elif defined(WRONG_ARGUMENT)
  graph.create<WithSteps>("many");
#elif defined(NO_TASK)
  graph.create<NoTask>();
#elif defined(SUM_OF_POINTERS)
  graph.sum(&WithSteps::name);
#elif defined(REDUCE_POINTERS)
  reduce(graph, &WithSteps::name, Maximum());
#endif
  graph.create<WithSteps>(3);
  graph.sum(&WithSteps::value);
  reduce(graph, &WithSteps::value, Minimum());
}
