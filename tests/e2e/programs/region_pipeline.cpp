// SPDX-License-Identifier: Apache-2.0
// Directives in C++: in a member function, in a lambda and in a template; early ways out of a
// region.
#include <array>
#include <vector>

#include "check.h"

#pragma bamboo dimension 1

class Line {
 public:
  explicit Line(int n) : cells_(n + 2), next_(n + 2), n_(n) {
    for (int i = 1; i <= n; i++) cells_[i] = (rank_ * n + i) % 17;
  }
  // Returns false when the tolerance is met; the caller then leaves the region from within.
  bool step(long tolerance) {
    long change = 0;
#pragma bamboo olap layout NN X
    {
      std::array<MPI_Request, 2> request;
#pragma bamboo send
      {
        MPI_Isend(&cells_[1], 1, MPI_LONG, left_, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(&cells_[n_], 1, MPI_LONG, right_, 1, MPI_COMM_WORLD, &request[1]);
      }
#pragma bamboo receive
      {
        MPI_Recv(&cells_[0], 1, MPI_LONG, left_, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&cells_[n_ + 1], 1, MPI_LONG, right_, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      MPI_Waitall(2, request.data(), MPI_STATUSES_IGNORE);
      for (int i = 1; i <= n_; i++) {
        next_[i] = (cells_[i - 1] + cells_[i + 1]) / 2;
        change += std::labs(next_[i] - cells_[i]);
      }
      MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
      std::swap(cells_, next_);
      if (change <= tolerance) return false;
    }
    return true;
  }
  unsigned long hash() const { return hash_bytes(cells_.data() + 1, n_ * sizeof(long)); }

 private:
  int rank_ = world_rank(), size_ = world_size();
  int left_ = rank_ ? rank_ - 1 : MPI_PROC_NULL;
  int right_ = rank_ + 1 < size_ ? rank_ + 1 : MPI_PROC_NULL;
  std::vector<long> cells_, next_;
  int n_;
};

template <class T>
static T around(T value, MPI_Datatype type) {
  const int rank = world_rank(), size = world_size();
  T got{};
#pragma bamboo olap layout OneNeighborForward
  {
    MPI_Request request;
#pragma bamboo send
    MPI_Isend(&value, 1, type, (rank + 1) % size, 4, MPI_COMM_WORLD, &request);
#pragma bamboo receive
    MPI_Recv(&got, 1, type, (rank + size - 1) % size, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return got;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  Line line(20);
  int steps = 0;
  while (steps < 200 && line.step(2)) steps++;
  const double d = around(rank / 4.0, MPI_DOUBLE);
  const int i = around(rank * 3, MPI_INT);
  printf("rank %d: %lx after %d steps, %.2f %d\n", rank, line.hash(), steps, d, i);
  MPI_Finalize();
}
