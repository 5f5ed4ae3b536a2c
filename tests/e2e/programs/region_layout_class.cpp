// SPDX-License-Identifier: Apache-2.0
// e2e: ranks=2,4,8,16
// A layout that is a class of the program's own: from each rank to the one diagonally behind it in
// the geometry, and back.
#include "check.h"
#if __has_include(<bamboo/taskgraph/layout.h>)
#include <bamboo/taskgraph/layout.h>

namespace app {

class Diagonal : public bamboo::Layout {
 public:
  std::string name() const override { return "Diagonal"; }
  std::vector<bamboo::TaskId> targets(bamboo::TaskId task,
                                      const bamboo::Geometry& geometry) const override {
    return {step(task, 1, geometry), step(task, -1, geometry)};
  }

 private:
  static bamboo::TaskId step(bamboo::TaskId task, int offset, const bamboo::Geometry& geometry) {
    const bamboo::TaskId beside = geometry.neighbour(task, 0, offset, true);
    return geometry.neighbour(beside, 1, offset, true);
  }
};

}  // namespace app
#endif

#pragma bamboo dimension 2

namespace {

// The neighbour that the layout must have, computed by the program itself.
int diagonal(MPI_Comm grid, int offset) {
  int rank, there[2];
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, there);
  there[0] += offset;
  there[1] += offset;
  MPI_Cart_rank(grid, there, &rank);
  return rank;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int dims[2] = {0, 0}, periods[2] = {1, 1}, rank;
  MPI_Comm grid;
  MPI_Dims_create(world_size(), 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  const int next = diagonal(grid, 1), previous = diagonal(grid, -1);
  long value = rank + 1;
  for (int round = 0; round < 20; round++) {
    long forward = 0, backward = 0;
    MPI_Request requests[2];
#pragma bamboo olap layout app::Diagonal
    {
#pragma bamboo send
      {
        MPI_Isend(&value, 1, MPI_LONG, next, 1, grid, &requests[0]);
        MPI_Isend(&value, 1, MPI_LONG, previous, 2, grid, &requests[1]);
      }
#pragma bamboo receive
      {
        MPI_Recv(&forward, 1, MPI_LONG, previous, 1, grid, MPI_STATUS_IGNORE);
        MPI_Recv(&backward, 1, MPI_LONG, next, 2, grid, MPI_STATUS_IGNORE);
      }
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      value = (value + 3 * forward + 5 * backward) % 1000003;
    }
  }
  printf("rank %d: from %d and %d: %ld\n", rank, previous, next, value);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
