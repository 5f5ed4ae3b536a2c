// SPDX-License-Identifier: Apache-2.0
// Which calls make communicators of the library's own: MPI_Comm_create is how it makes those for
// messages of plans, and this program calls it nowhere; topologies of one process are how it asks
// the installed MPI about edges.
//
//     opening
#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "request_names.h"

namespace {

int opened = 0;
bool is_in_nonblocking_call = false;
int made_in_nonblocking_call = 0;

/// The installed MPI's.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

/// Each process is a host of its own: only between hosts anything is tried.
int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  opened += comm != MPI_COMM_SELF;  // one of its own alone is made once
  static const auto own = next<decltype(PMPI_Comm_create)>("PMPI_Comm_create");
  return own(comm, group, made);
}

int PMPI_Cart_create(MPI_Comm comm, int dimensions, const int dims[], const int periods[],
                     int reorder, MPI_Comm* made) {
  made_in_nonblocking_call += is_in_nonblocking_call;
  static const auto own = next<decltype(PMPI_Cart_create)>("PMPI_Cart_create");
  return own(comm, dimensions, dims, periods, reorder, made);
}
}

namespace {

int rank = 0, size = 0;

void expect(const std::string& what, int found, int expected) {
  if (found == expected) return;
  std::fprintf(stderr, "opening: rank %d: %s: %d instead of %d\n", rank, what.c_str(), found,
               expected);
  PMPI_Abort(MPI_COMM_WORLD, 1);
  std::exit(1);
}

/// The bytes of a block: either all are below the size from which a plan may gain, or one is above.
constexpr int few = 100, many = 9000;

/// The processes in a line, and what each has for the one before it and the one behind it.
class Line {
 public:
  explicit Line(int numbers)
      : numbers_(numbers), sent_(2 * numbers, rank), received_(2 * numbers, -1) {
    const int periods = 0;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periods, 0, &comm_);
  }
  ~Line() { MPI_Comm_free(&comm_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  MPI_Comm comm() const { return comm_; }
  void make(MPI_Request* request) {
    INIT(Neighbor_alltoall)
    (sent_.data(), numbers_, MPI_INT, received_.data(), numbers_, MPI_INT, comm_, MPI_INFO_NULL,
     request);
  }
  void exchange() {
    MPI_Request request;
    is_in_nonblocking_call = true;
    MPI_Ineighbor_alltoall(sent_.data(), numbers_, MPI_INT, received_.data(), numbers_, MPI_INT,
                           comm_, &request);
    is_in_nonblocking_call = false;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check();
  }
  void check() const {
    for (const int side : {0, 1}) {
      const int from = side == 0 ? rank - 1 : rank + 1;
      if (from >= 0 && from < size) expect("a number", received_[(side + 1) * numbers_ - 1], from);
    }
  }

 private:
  int numbers_;
  std::vector<int> sent_, received_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// How many communicators the calls make.
void expect_opened(const std::string& calls, int expected, const std::function<void()>& call) {
  opened = 0;
  call();
  expect("communicators that " + calls + " make", opened, expected);
}

void start_twice(MPI_Request& request) {
  for (int time = 0; time < 2; ++time) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
}

void persistent_among_neighbours(int numbers) {
  Line line(numbers);
  MPI_Request request;
  line.make(&request);
  start_twice(request);
  line.check();
}

void persistent_exchange(int numbers) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<int> sent(numbers * size), received(numbers * size), counts(size, numbers),
      places(size);
  for (int i = 0; i < size; ++i) places[i] = i * numbers;
  const int *n = counts.data(), *at = places.data();
  MPI_Request request;
  INIT(Alltoallv)
  (sent.data(), n, at, MPI_INT, received.data(), n, at, MPI_INT, comm, MPI_INFO_NULL, &request);
  start_twice(request);
  MPI_Comm_free(&comm);
}

void persistent_gather(int numbers) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<int> sent(numbers), received(numbers * size);
  MPI_Request request;
  INIT(Gather)
  (sent.data(), numbers, MPI_INT, received.data(), numbers, MPI_INT, 0, comm, MPI_INFO_NULL,
   &request);
  start_twice(request);
  MPI_Comm_free(&comm);
}

void persistent_requests() {
  const struct {
    const char* name;
    void (*call)(int numbers);
  } kinds[] = {{"persistent exchanges of neighbours", persistent_among_neighbours},
               {"persistent exchanges", persistent_exchange},
               {"persistent gathers", persistent_gather}};
  for (const auto& [name, call] : kinds) {
    expect_opened(std::string("small ") + name, 0, [&] { call(few); });
    expect_opened(std::string("large ") + name, 1, [&] { call(many); });
  }
}

void nonblocking_calls() {
  Line line(few);
  line.exchange();
  expect("topologies that a nonblocking call makes", made_in_nonblocking_call, 0);
}

/// A communicator with two large nonblocking calls is to have one for messages. Processes with a
/// request of another under way, and those without, call MPI_Barrier alike.
void barriers_beside_requests() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<int> numbers(many);
  const auto start = [&](MPI_Comm on, MPI_Request* request) {
    MPI_Ibcast(numbers.data(), many, MPI_INT, 0, on, request);
  };
  for (int time = 0; time < 2; ++time) {
    MPI_Request request;
    start(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request request;
  start(MPI_COMM_WORLD, &request);
  if (rank == 0) MPI_Barrier(comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank != 0) MPI_Barrier(comm);
  MPI_Comm_free(&comm);
}

/// A rule that comes later than the topology, where nothing is tried.
void rule_for_neighbours() {
  Line line(many);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "bamboo_plans", "neighbor_alltoall:direct");
  MPI_Comm_set_info(line.comm(), info);
  MPI_Info_free(&info);
  expect_opened("a rule that holds", 0, [&] {
    for (int time = 0; time < 3; ++time) line.exchange();
  });
  expect("topologies that a nonblocking call makes", made_in_nonblocking_call, 0);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  expect("communicators of MPI_Init", opened, 1);
  nonblocking_calls();
  persistent_requests();
  barriers_beside_requests();
  rule_for_neighbours();
  MPI_Finalize();
  return 0;
}
