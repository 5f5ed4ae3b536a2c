// SPDX-License-Identifier: Apache-2.0
// Regions in methods, templates and lambdas; one that an exception leaves.
#include <mpi.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
#pragma bamboo dimension 1
template <class T>
struct type_of;
template <>
struct type_of<double> {
  static MPI_Datatype get() { return MPI_DOUBLE; }
};
template <>
struct type_of<float> {
  static MPI_Datatype get() { return MPI_FLOAT; }
};
template <>
struct type_of<long> {
  static MPI_Datatype get() { return MPI_LONG; }
};

struct Comm {
  MPI_Comm comm = MPI_COMM_WORLD;
  int rank() const {
    int r;
    MPI_Comm_rank(comm, &r);
    return r;
  }
  int size() const {
    int s;
    MPI_Comm_size(comm, &s);
    return s;
  }
};

class Solver {
 public:
  virtual ~Solver() = default;
  virtual void step(int it) = 0;
  virtual std::string result() const = 0;
  static int made;
};
int Solver::made = 0;

template <class T, int Fields>
class Line : public Solver, protected Comm {
 public:
  explicit Line(int n) : n_(n), now_(n + 2), next_(n + 2) {
    ++made;
    left_ = rank() > 0 ? rank() - 1 : MPI_PROC_NULL;
    right_ = rank() + 1 < size() ? rank() + 1 : MPI_PROC_NULL;
    for (int i = 1; i <= n; ++i)
      for (int f = 0; f < Fields; ++f) now_[i][f] = T((rank() * 13 + i * 5 + f * 3) % 23);
  }
  void step(int it) override {
#pragma bamboo olap layout NearestNeighbor
    {
      exchange(it);
      for (int i = 1; i <= n_; ++i)
        for (int f = 0; f < Fields; ++f)
          next_[i][f] = (now_[i - 1][f] + now_[i + 1][f] + 2 * now_[i][f]) / 4;
    }
    now_.swap(next_);
  }
  std::string result() const override {
    double sum = 0;
    for (int i = 1; i <= n_; ++i)
      for (T x : now_[i]) sum += x * i;
    char text[64];
    std::snprintf(text, sizeof text, "%a", sum);
    return text;
  }

 private:
  using Cell = std::array<T, Fields>;
  void exchange(int it);
  int n_, left_, right_;
  std::vector<Cell> now_, next_;
};

template <class T, int Fields>
void Line<T, Fields>::exchange(int it) {
  const MPI_Datatype type = type_of<T>::get();
  std::array<MPI_Request, 2> request;
#pragma bamboo olap layout NN X
  {
#pragma bamboo send
    {
      MPI_Isend(now_[1].data(), Fields, type, left_, it, comm, &request[0]);
      MPI_Isend(now_[n_].data(), Fields, type, right_, it, comm, &request[1]);
    }
#pragma bamboo receive
    {
      MPI_Recv(now_[0].data(), Fields, type, left_, it, comm, MPI_STATUS_IGNORE);
      MPI_Recv(now_[n_ + 1].data(), Fields, type, right_, it, comm, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(2, request.data(), MPI_STATUSES_IGNORE);
  }
}

struct Session {
  Session(int& argc, char**& argv) { MPI_Init(&argc, &argv); }
  ~Session() { MPI_Finalize(); }
};

int main(int argc, char** argv) try {
  Session session(argc, argv);
  std::map<std::string, std::unique_ptr<Solver>> solvers;
  solvers["double"] = std::make_unique<Line<double, 3>>(30);
  solvers["float"] = std::make_unique<Line<float, 2>>(17);
  solvers["long"] = std::make_unique<Line<long, 1>>(9);
  for (int it = 0; it < 20; ++it)
    for (auto& [name, solver] : solvers) solver->step(it);
  for (auto& [name, solver] : solvers)
    std::cout << "rank " << Comm().rank() << " " << name << " " << solver->result() << " made "
              << Solver::made << std::endl;
  auto exchange = [&](auto value) {
    decltype(value) got{};
    const int next = (Comm().rank() + 1) % Comm().size(),
              previous = (Comm().rank() + Comm().size() - 1) % Comm().size();
#pragma bamboo olap
    {
#pragma bamboo send
      MPI_Send(&value, sizeof value, MPI_BYTE, next, 0, MPI_COMM_WORLD);
#pragma bamboo receive
      MPI_Recv(&got, sizeof got, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return got;
  };
  std::cout << "rank " << Comm().rank() << " got " << exchange(Comm().rank() * 1.5) << " "
            << exchange('a') << "\n";
  try {
#pragma bamboo olap layout NearestNeighbor
    {
#pragma bamboo send
      MPI_Send(&argc, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#pragma bamboo receive
      {
        MPI_Recv(&argc, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        throw std::runtime_error("out");
      }
    }
  } catch (const std::exception& e) {
    std::cout << "rank " << Comm().rank() << " caught " << e.what() << std::endl;
  }
  double far = 0;
  const double mine = Comm().rank();
  const int opposite = (Comm().rank() + Comm().size() / 2) % Comm().size();
  if (Comm().size() % 2 == 0)
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, opposite, 0, &far, 1, MPI_DOUBLE, opposite, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::cout << "rank " << mine << " far " << far << std::endl;
  return 0;
} catch (...) {
  return 9;
}
