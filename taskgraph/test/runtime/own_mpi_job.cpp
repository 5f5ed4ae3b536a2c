// SPDX-License-Identifier: Apache-2.0
// A program that calls MPI itself, before, while and after it has a Runtime:
//
//     own_mpi_job MODULE_FOLDER single|serialized
#include <mpi.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"

using namespace bamboo;

namespace {

int sum_over_processes(int value) {
  int sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/// Sends its number to the next task of the ring.
class Ring final : public DataTask {
 public:
  using DataTask::DataTask;
  void init() override {
    put_value((id() + 1) % graph().size(), 0, int{id()});
    needs(1);
  }

 protected:
  void run() override {
    const int left = (id() + graph().size() - 1) % graph().size();
    if (take()->values<int>()[0] != left) throw std::runtime_error("a number is wrong");
    finish();
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool single = std::string(argv[2]) == "single";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, single ? MPI_THREAD_SINGLE : MPI_THREAD_SERIALIZED, &provided);
  const int processes = sum_over_processes(1);
  {
    RuntimeOptions options = RuntimeOptions::from_environment();
    options.module_folder = argv[1];
    Runtime runtime(options);
    if (runtime.processes() != processes) return 3;
    TaskGraph graph(runtime, 5 * processes);
    graph.create<Ring>();
    graph.run();
  }
  const int after = sum_over_processes(1);
  int process = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Finalize();
  if (process == 0 && after == processes) std::puts("own_mpi went well");
  return after == processes ? 0 : 1;
}
