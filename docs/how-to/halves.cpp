// SPDX-License-Identifier: Apache-2.0
// halves.cpp: an MPI program calls a library that runs a task graph on a communicator of its own.
#include <bamboo/taskgraph.h>
#include <mpi.h>

#include <cstdio>
#include <vector>

using namespace bamboo;

// The library: numbers go around a ring of tasks, each of which adds its own.
class Adder final : public DataTask {
 public:
  using DataTask::DataTask;
  void init() override {
    if (id() == 0) put_value(next(), 0, int{0});
    needs(1);
  }
  int sum() const { return sum_; }

 private:
  int next() const { return (id() + 1) % graph().size(); }
  void run() override {
    sum_ = take()->values<int>()[0] + id();
    if (id() > 0) put_value(next(), 0, int{sum_});
    finish();
  }

  int sum_ = 0;
};

int sum_of_ids(MPI_Comm comm, int tasks) {
  Runtime runtime(comm);  // collective; a copy of `comm`
  TaskGraph graph(runtime, tasks);
  graph.create<Adder>();
  graph.run();
  return graph.gather(&Adder::sum)[0];
}  // the MPI stays initialised

// The program: each half of the processes has another ring.
int main(int argc, char** argv) {
  int level = 0, rank = 0, number = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Request request;
  MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);

  const int sum = sum_of_ids(half, rank % 2 == 0 ? 101 : 11);

  MPI_Send(&sum, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD);  // to the other half
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) std::printf("this half has %d, the other one %d\n", sum, number);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
