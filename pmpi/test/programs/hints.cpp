// SPDX-License-Identifier: Apache-2.0
// A program that says by info keys how its collectives are to be planned.
//
//     hints WHAT    said: as it should be; wrong: unknown values; different: between processes;
//                   broken: counts are not as promised; later: of a communicator that is not there
//                   yet ("no such call": the MPI cannot give it any)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "requests/request_names.h"

namespace {

int rank, size;

void check(bool is_right, const char* what) {
  if (is_right) return;
  std::fprintf(stderr, "hints: process %d: %s\n", rank, what);
  PMPI_Abort(MPI_COMM_WORLD, 1);
}

class Info {
 public:
  Info() { MPI_Info_create(&info_); }
  ~Info() { MPI_Info_free(&info_); }
  Info(const Info&) = delete;
  Info& operator=(const Info&) = delete;
  Info& set(const char* key, const std::string& value) {
    MPI_Info_set(info_, key, value.c_str());
    return *this;
  }
  operator MPI_Info() const { return info_; }

 private:
  MPI_Info info_ = MPI_INFO_NULL;
};

/// A call with one int for each process.
struct Even {
  std::vector<int> out = std::vector<int>(size), in = std::vector<int>(size, -1);
  Even() { std::iota(out.begin(), out.end(), 100 * rank); }
  void check_result() const {
    for (int i = 0; i < size; ++i) check(in[i] == 100 * i + rank, "an all-to-all is wrong");
  }
};

void blocking(MPI_Comm comm) {
  Even e;
  MPI_Alltoall(e.out.data(), 1, MPI_INT, e.in.data(), 1, MPI_INT, comm);
  e.check_result();
}

void nonblocking(MPI_Comm comm) {
  Even e;
  MPI_Request request;
  MPI_Ialltoall(e.out.data(), 1, MPI_INT, e.in.data(), 1, MPI_INT, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  e.check_result();
}

void run_once(MPI_Request& request, const Even& e) {
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  e.check_result();
}

void persistent(MPI_Comm comm, MPI_Info info) {
  Even e;
  MPI_Request request;
  INIT(Alltoall)(e.out.data(), 1, MPI_INT, e.in.data(), 1, MPI_INT, comm, info, &request);
  run_once(request, e);
}

void with_counts(MPI_Comm comm, MPI_Info info) {
  Even e;
  std::vector<int> counts(size, 1), places(size);
  std::iota(places.begin(), places.end(), 0);
  MPI_Request request;
  INIT(Alltoallv)(e.out.data(), counts.data(), places.data(), MPI_INT, e.in.data(), counts.data(),
                  places.data(), MPI_INT, comm, info, &request);
  run_once(request, e);
}

std::string text_of(const void* address) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

void check_info_of(MPI_Comm comm, const char* key, const char* expected) {
  MPI_Info info;
  MPI_Comm_get_info(comm, &info);
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int there = 0;
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &there);
  check(there && std::strcmp(value, expected) == 0, "the communicator's info is another one");
  MPI_Info_free(&info);
}

void as_it_should_be() {
  MPI_Comm comm;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, Info().set("bamboo_plans", "gated"), &comm);
  blocking(comm);
  nonblocking(comm);
  check_info_of(comm, "bamboo_plans", "gated");
  persistent(comm, Info().set("bamboo_plans", "off"));
  persistent(comm, Info().set("bamboo_plans", "alltoall:-64:pairwise"));
  std::vector<MPI_Count> pattern(static_cast<std::size_t>(size) * size, sizeof(int));
  const Info global;
  MPI_Info_set(global, "bamboo_plans_pattern", "global");
  MPI_Info_set(global, "bamboo_plans_pattern_address", text_of(pattern.data()).c_str());
  MPI_Info_set(global, "bamboo_plans", "pairwise");
  with_counts(MPI_COMM_WORLD, global);
  // A hint of a communicator applies to all that is made on it. The array may change afterwards.
  MPI_Comm_set_info(comm, global);
  pattern.assign(pattern.size(), 0);
  with_counts(comm, MPI_INFO_NULL);
  persistent(comm, MPI_INFO_NULL);
  check_info_of(comm, "bamboo_plans_pattern", "global");
  MPI_Comm_set_info(comm, Info().set("bamboo_plans", "off"));
  blocking(comm);
  nonblocking(comm);
  MPI_Comm_free(&comm);
}

/// These hints cause only warnings.
void wrong() {
  MPI_Comm comm;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, Info().set("bamboo_plans", "gatd"), &comm);
  MPI_Comm_set_info(comm, Info().set("bamboo_plans", "alltoall:fast"));
  MPI_Comm_set_info(comm, Info().set("bamboo_plans_scheduler", "ring"));
  MPI_Comm_set_info(comm, Info().set("bamboo_plans_pattern", "everywhere"));
  with_counts(
      comm,
      Info().set("bamboo_plans_pattern", "global").set("bamboo_plans_pattern_address", "here"));
  blocking(comm);
  MPI_Comm_free(&comm);
}

void different() {
  MPI_Comm comm;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, Info().set("bamboo_plans", rank ? "gated" : "off"), &comm);
  blocking(comm);
  MPI_Comm_free(&comm);
  const Info some;
  if (rank) MPI_Info_set(some, "bamboo_plans", "gated");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, some, &comm);
  blocking(comm);
  MPI_Comm_free(&comm);
  const Info either;
  MPI_Info_set(either, "bamboo_plans", rank ? "gated" : "pairwise");
  persistent(MPI_COMM_WORLD, either);
  with_counts(MPI_COMM_WORLD, either);
  const Info off_here;
  MPI_Info_set(off_here, "bamboo_plans", rank ? "gated" : "off");
  persistent(MPI_COMM_WORLD, off_here);
  with_counts(MPI_COMM_WORLD, off_here);
  const Info only_here;
  if (rank == 0) MPI_Info_set(only_here, "bamboo_plans", "gated");
  persistent(MPI_COMM_WORLD, only_here);
  with_counts(MPI_COMM_WORLD, only_here);
}

/// The last process's counts are others. Does not return.
void broken() {
  std::vector<MPI_Count> pattern(static_cast<std::size_t>(size) * size, sizeof(int));
  pattern.back() += sizeof(int);
  const Info global;
  MPI_Info_set(global, "bamboo_plans_pattern", "global");
  MPI_Info_set(global, "bamboo_plans_pattern_address", text_of(pattern.data()).c_str());
  MPI_Info_set(global, "bamboo_plans", "pairwise");
  with_counts(MPI_COMM_WORLD, global);
}

/// Hints that are given later count as well.
void later() {
#if MPI_VERSION >= 4
  const Info gated;
  MPI_Info_set(gated, "bamboo_plans", "gated");
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, gated, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  blocking(comm);
  MPI_Comm_set_info(comm, gated);
  blocking(comm);
  MPI_Comm_free(&comm);
#else
  if (rank == 0) std::puts("no such call");
#endif
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "said") as_it_should_be();
  if (what == "wrong") wrong();
  if (what == "different") different();
  if (what == "broken") broken();
  if (what == "later") later();
  MPI_Finalize();
  return 0;
}
