// SPDX-License-Identifier: Apache-2.0
// Millions of edges a second that one process builds of a graph: layouts or edges one by one, with
// what create() makes of them (lists of both ends, channels, priorities), without the tasks.
//
//     build_bench [TASKS]        one JSON line for each graph
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"

namespace {

using namespace bamboo;

class Quiet final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override { finish(); }
};

constexpr int edges_of_task = 6;

/// As many edges as faces of a cube, without an inverse.
int next_six(int task, int size, int* next) {
  for (int i = 0; i < edges_of_task; ++i) next[i] = (task + i + 1) % size;
  return edges_of_task;
}

double seconds(const std::function<void()>& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// `add_edges`: to a graph of so many tasks, `edges` of them.
void measure(const std::string& name, int tasks, double edges,
             const std::function<void(TaskGraph&)>& add_edges) {
  Runtime runtime;
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    TaskGraph bare(runtime, tasks), graph(runtime, Geometry::balanced(tasks, 3));
    bare.add_layout(std::make_unique<EdgeList>());
    const double without = seconds([&] { bare.create<Quiet>(); });
    const double with = seconds([&] { add_edges(graph), graph.create<Quiet>(); });
    times.push_back(with - without);
  }
  std::sort(times.begin(), times.end());
  fmt::print(
      "{{\"benchmark\":\"build {}\",\"tasks\":{},\"edges\":{},\"million_edges_per_second\":{:.2f},"
      "\"best\":{:.2f},\"worst\":{:.2f}}}\n",
      name, tasks, edges, edges / times[2] / 1e6, edges / times[0] / 1e6, edges / times[4] / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  const int tasks = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  const Geometry cube = Geometry::balanced(tasks, 3);
  double faces = 0;
  for (int d = 0; d < 3; ++d) faces += 2.0 * tasks / cube.extent(d) * (cube.extent(d) - 1);
  measure("NearestNeighbor", tasks, faces,
          [](TaskGraph& graph) { graph.add_layout(predefined_layout("NearestNeighbor", {})); });
  measure("function", tasks, double{edges_of_task} * tasks,
          [](TaskGraph& graph) { graph.add_layout(function_layout("next_six", next_six)); });
  measure("add_edge", tasks, double{edges_of_task} * (tasks - edges_of_task),
          [&](TaskGraph& graph) {
            for (TaskId task = 0; task + edges_of_task < tasks; ++task)
              for (int i = 1; i <= edges_of_task; ++i) graph.add_edge(task, task + i);
          });
}
