// SPDX-License-Identifier: Apache-2.0
// conjugate_gradient.cpp: Poisson's equation in a square, by conjugate gradients.
#include <bamboo/taskgraph.h>
#include <bamboo/taskgraph/coroutine_task.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace bamboo;

// Each task has a box of the mesh. A p = 4 p - the four neighbours; the boundary is 0.
class Solver final : public CoroutineTask {
 public:
  Solver(TaskGraph& graph, TaskId id, const Decomposition<2>& mesh, int most)
      : CoroutineTask(graph, id), most_(most), x_(mesh.block<double>(id)), r_(x_), p_(x_), q_(x_) {}
  const std::vector<double>& residuals() const { return residuals_; }

 private:
  Routine body() override {
    x_.for_each([&](int x, int y) { r_(x, y) = p_(x, y) = 1; });  // b = 1, x = 0
    double old = co_await reduce(dot(r_, r_));
    while (residuals_.push_back(std::sqrt(old)), std::sqrt(old) > 1e-8 && iterations() < most_) {
      for (TaskId neighbour : graph().targets(id())) put(neighbour, 0, p_.face(neighbour));
      for (const auto& face : co_await receive(graph().sources(id())))
        p_.set_ghosts(face->source(), face->values<double>());
      q_.for_each([&](int x, int y) {
        q_(x, y) = 4 * p_(x, y) - p_(x - 1, y) - p_(x + 1, y) - p_(x, y - 1) - p_(x, y + 1);
      });
      const double alpha = old / co_await reduce(dot(p_, q_));
      x_.for_each([&](int x, int y) {
        x_(x, y) += alpha * p_(x, y);
        r_(x, y) -= alpha * q_(x, y);
      });
      const double now = co_await reduce(dot(r_, r_));
      p_.for_each([&](int x, int y) { p_(x, y) = r_(x, y) + now / old * p_(x, y); });
      old = now;
    }
  }

  int iterations() const { return static_cast<int>(residuals_.size()) - 1; }
  static double dot(const Block<double, 2>& a, const Block<double, 2>& b) {
    double sum = 0;
    a.for_each([&](int x, int y) { sum += a(x, y) * b(x, y); });
    return sum;
  }

  const int most_;
  Block<double, 2> x_, r_, p_, q_;
  std::vector<double> residuals_;
};

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the program with its message
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64, most = argc > 2 ? std::atoi(argv[2]) : 1000;
  Runtime runtime;
  const Decomposition<2> mesh({n, n}, Geometry::balanced(16, 2));
  TaskGraph graph(runtime, mesh.geometry());
  graph.add_layout(mesh.layout());
  graph.create<Solver>(mesh, most);
  graph.run();
  if (runtime.process() > 0) return 0;
  const auto& residuals = static_cast<const Solver&>(*graph.tasks().front()).residuals();
  for (std::size_t i = 0; i < residuals.size(); i += 20)
    std::printf("%3zu  %.17g\n", i, residuals[i]);
  std::printf("%zu iterations, residual %.17g\n", residuals.size() - 1, residuals.back());
}
