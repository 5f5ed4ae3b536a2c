// SPDX-License-Identifier: Apache-2.0
// jacobi.cpp: heat in a cube whose face x < 0 is hot. Each task has a part of the cube.
#include <bamboo/taskgraph.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

using namespace bamboo;

class Jacobi final : public DataTask {
 public:
  Jacobi(TaskGraph& graph, TaskId id, const Decomposition<3>& mesh, int steps)
      : DataTask(graph, id), steps_(steps), now_(mesh.block<double>(id)), next_(now_) {}
  double heat() const { return now_.sum(); }

  void init() override {  // before the first run()
    now_.fill([](int x, int, int) { return x < 0 ? 1.0 : 0.0; });
    next_ = now_;
    step_ = 0;
    exchange();
  }

 private:
  void run() override {  // the faces of this step are here, from all neighbours
    while (auto face = take(any, step_)) now_.set_ghosts(face->source(), face->values<double>());
    now_.for_each([&](int x, int y, int z) {
      next_(x, y, z) = (now_(x - 1, y, z) + now_(x + 1, y, z) + now_(x, y - 1, z) +
                        now_(x, y + 1, z) + now_(x, y, z - 1) + now_(x, y, z + 1)) /
                       6;
    });
    std::swap(now_, next_);
    if (++step_ == steps_) return finish();
    exchange();
  }

  void exchange() {
    for (TaskId neighbour : graph().targets(id())) put(neighbour, step_, now_.face(neighbour));
    needs(Rule::all_of(graph().sources(id()), step_));
  }

  const int steps_;
  Block<double, 3> now_, next_;
  int step_ = 0;
};

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64, steps = argc > 2 ? std::atoi(argv[2]) : 100;
  Runtime runtime;  // alone, or under any MPI's launcher
  const Decomposition<3> mesh({n, n, n}, Geometry::balanced(16, 3));
  TaskGraph graph(runtime, mesh.geometry());  // 16 tasks, in any number of processes
  graph.add_layout(mesh.layout());            // edges between neighbours
  graph.create<Jacobi>(mesh, steps);          // the tasks of this process
  graph.run();
  const double heat = graph.sum(&Jacobi::heat);  // of all processes
  if (runtime.process() == 0) std::printf("%d^3, %d steps: heat %.17g\n", n, steps, heat);
}
