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
#elif defined(FUTURE_OF_OTHER_TYPE)
    const Future<int> sum = reduce(1.5);
#endif
    finish();
  }
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
