// SPDX-License-Identifier: Apache-2.0
// Jacobi 3D as a graph of tasks (Thyme, section 3, Jacobi3D): many cubes, each with its own memory,
// distributed over processes and workers. A cube is swept when its neighbours' faces have arrived.
// There is no global wait after a sweep: neighbours may be one sweep apart.
#include <bamboo/taskgraph.h>
#include <bamboo/taskgraph/edge_list.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "halo.h"
#include "problem.h"

using namespace bamboo;

namespace {

/// The points of a cube, as C's headers describe them.
part part_of(const Geometry& cubes, TaskId id) {
  part p{};
  const std::vector<int> at = cubes.coordinates(id);
  for (int d = 0; d < 3; ++d) {
    const long points = option.n[d], extent = cubes.extent(d);
    p.start[d] = static_cast<int>(points * at[d] / extent);
    p.n[d] = static_cast<int>(points * (at[d] + 1) / extent) - p.start[d];
  }
  set_strides(&p);
  return p;
}

class Cube final : public DataTask {
 public:
  Cube(TaskGraph& graph, TaskId id, const Placement& cores, const double& seconds)
      : DataTask(graph, id), part_(part_of(graph.geometry(), id)), seconds_(seconds) {
    for (auto* mesh : {&now_, &next_}) {
      mesh->resize(points_of(&part_));
      exact(&part_, mesh->data(), h_, 1, FILL);
    }
    hints().affinity = cores.process_of(id);
  }

  void init() override {
    for (int face = 0; face < FACES; ++face) {
      const TaskId peer = graph().geometry().neighbour(id(), face / 2, face % 2 ? 1 : -1);
      part_.peer[face] = graph().has_edge(id(), peer) ? peer : MPI_PROC_NULL;
    }
    go_on();
  }

  std::uint64_t checksum() const { return hash(&part_, now_.data()); }
  double error() const {
    auto copy = now_;
    return exact(&part_, copy.data(), h_, std::pow(eigenvalue(), option.iterations), COMPARE);
  }
  /// The time for which the process of this task has run.
  double seconds() const { return seconds_; }

 protected:
  void run() override {
    if (iteration_ == option.iterations) return finish();
    for (int face = 0; face < FACES; ++face) {
      if (part_.peer[face] == MPI_PROC_NULL) continue;
      const auto message = take(part_.peer[face], iteration_);
      unpack_box(&part_, layer_at(&part_, whole(&part_), face, 1), message->values<double>().data(),
                 now_.data());
    }
    sweep(&part_, whole(&part_), now_.data(), next_.data(), h_ * h_);
    std::swap(now_, next_);
    ++iteration_;
    go_on();
  }

 private:
  /// Sends what the neighbours need for the next sweep.
  void go_on() {
    if (iteration_ == option.iterations) return finish();
    for (int face = 0; face < FACES; ++face) {
      if (part_.peer[face] == MPI_PROC_NULL) continue;
      const box layer = layer_at(&part_, whole(&part_), face, 0);
      auto values = Buffer::of<double>(points_in(layer));
      pack_box(&part_, layer, now_.data(), values.as<double>().data());
      put(part_.peer[face], iteration_, std::move(values));
    }
    const auto sources = graph().sources(id());
    if (!sources.empty()) needs(Rule::all_of(sources, iteration_));
  }

  part part_;
  const double h_ = spacing();
  const double& seconds_;
  std::vector<double> now_, next_;
  int iteration_ = 0;
};

/// The neighbours across faces; without communication those in the same process.
std::unique_ptr<Layout> faces(const Geometry& cubes, const Placement& processes, ProcessId here) {
  auto edges = std::make_unique<EdgeList>("Faces");
  for (const TaskId cube : processes.tasks_of(here)) {
    for (int face = 0; face < FACES; ++face) {
      const TaskId peer = cubes.neighbour(cube, face / 2, face % 2 ? 1 : -1);
      if (peer < 0 || (!option.communicate && processes.process_of(peer) != here)) continue;
      edges->add(cube, peer);
      edges->add(peer, cube);
    }
  }
  return edges;
}

/// Returns -1 to continue, else the exit code.
int choose_cubes(int processes) {
  std::vector<int> dims(3);
  balanced_dims(processes, dims);
  for (int d = 0; d < 3; ++d) {
    if (option.dims[d] == 0) option.dims[d] = std::min(option.n[d], dims[d] * option.cubes[d]);
    if (option.dims[d] > option.n[d])
      return refuse("%d points along axis %d are too few for %d cubes", option.n[d], d,
                    option.dims[d]);
  }
  return -1;
}

int jacobi(Runtime& runtime) {
  const Geometry cubes({option.dims[0], option.dims[1], option.dims[2]}, {false, false, false});
  const auto processes = Placement::blocks(cubes, runtime.processes());
  TaskGraph graph(runtime, cubes);
  graph.add_layout(faces(cubes, processes, runtime.process()));
  graph.place(processes);
  double seconds = 0;
  graph.create<Cube>(processes.split(runtime.options().workers), seconds);

  barrier(runtime);
  const auto begin = std::chrono::steady_clock::now();
  graph.run();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  const std::string parts = std::to_string(option.dims[0]) + " x " +
                            std::to_string(option.dims[1]) + " x " +
                            std::to_string(option.dims[2]) + " tasks in " +
                            std::to_string(runtime.processes()) + " processes";
  return print_report(parts.c_str(), reduce(graph, &Cube::seconds, Maximum()),
                      reduce(graph, &Cube::error, Maximum()), graph.sum(&Cube::checksum));
}

}  // namespace

int main(int argc, char** argv) {
  Runtime runtime;
  program.name = "jacobi3d_tasks";
  program.rank = runtime.process();
  program.size = runtime.processes();
  option.cubes[0] = option.cubes[1] = 4;
  option.cubes[2] = 2;
  int status = parse_options(argc, argv);
  if (status < 0) status = choose_cubes(runtime.processes());
  return status >= 0 ? status : jacobi(runtime);
}
