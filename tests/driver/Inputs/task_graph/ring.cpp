// SPDX-License-Identifier: Apache-2.0
// A number goes around a ring of tasks, each of which adds its own; task 0 prints the sum.
#include <bamboo/taskgraph.h>

#include <cstdio>

using namespace bamboo;

class Adder final : public DataTask {
 public:
  using DataTask::DataTask;

  void init() override {
    if (id() == 0) put_value(1, 0, 0L);
    needs(1);
  }

 private:
  void run() override {
    const long sum = take()->values<long>()[0] + id();
    if (id() == 0) {
      std::printf("sum %ld of %d tasks\n", sum, graph().size());
    } else {
      put_value((id() + 1) % graph().size(), 0, sum);
    }
    finish();
  }
};

int main() {
  Runtime runtime;  // alone, or under any MPI's launcher
  TaskGraph graph(runtime, 10);
  graph.create<Adder>();
  graph.run();
  graph.run();
}
