// SPDX-License-Identifier: Apache-2.0
// MPI_Alltoallv in the levels of the CC-MPI paper (PPoPP 2003, section 4.2.2): the knowledge of a
// pattern before the call decides what the call must do.
//
//   level 1   every rank knows its own counts: gather all counts, schedule, move the data
//   level 2   every rank knows all counts: schedule, move the data
//   level 3   the schedule is known: move the data
//
// Each level runs with each scheduler, phases separated by tokens or barriers, next to plain
// point-to-point and the installed MPI's own function, blocking and persistent. One run measures
// all of them in turn.
//
//   plans_alltoallv_levels-MPI uniform|random BYTES CALLS MBIT
//
// BYTES: the size of each pair's message, or the number of a random pattern; MBIT: the rate of each
// host's link in Mbit/s.
#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/plans/best.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/lower.h"
#include "bamboo_plans.h"
#include "collective_bench.h"
#if MPI_VERSION >= 4
#define OWN_INIT PMPI_Alltoallv_init
#else
#include <mpi-ext.h>
#define OWN_INIT PMPIX_Alltoallv_init
#endif

namespace {

using namespace bamboo::plans;

constexpr std::size_t small_message = 2048;  // below it messages share the last phase

/// One rank's part of the exchange.
struct Exchange {
  int rank, size;
  std::vector<int> sent, to_send, received, to_receive;
  std::vector<unsigned char> out, in;

  Exchange(const int* pattern, int me, int ranks) : rank(me), size(ranks) {
    int sends = 0, receives = 0;
    for (int other = 0; other < size; ++other) {
      to_send.push_back(sends), to_receive.push_back(receives);
      sent.push_back(pattern[rank * size + other]),
          received.push_back(pattern[other * size + rank]);
      sends += sent.back(), receives += received.back();
    }
    out.resize(static_cast<std::size_t>(sends)), in.resize(static_cast<std::size_t>(receives));
    for (int to = 0; to < size; ++to) fill(out.data() + to_send[to], rank, to, sent[to]);
  }
  bool is_right() const {
    for (int from = 0; from < size; ++from)
      if (!is_filled(in.data() + to_receive[from], from, rank, received[from])) return false;
    return true;
  }
};

/// A plan in bytes, over MPI's point-to-point.
class OverMpi : public Endpoint {
 public:
  OverMpi(const Schedule& schedule, Exchange& exchange)
      : schedule_(schedule),
        exchange_(exchange),
        scratch_(schedule.plan().scratch),
        requests_(schedule.plan().steps.size(), MPI_REQUEST_NULL) {}

  void run() {
    Execution execution(schedule_, *this);
    std::vector<MPI_Request> waiting;
    std::vector<int> completed;
    while (!execution.progress()) {
      const auto steps = execution.in_flight();
      waiting.clear();
      for (std::uint32_t step : steps) waiting.push_back(requests_[step]);
      completed.resize(waiting.size());
      int count = 0;
      PMPI_Waitsome(static_cast<int>(waiting.size()), waiting.data(), &count, completed.data(),
                    MPI_STATUSES_IGNORE);
      for (int i = 0; i < count; ++i) requests_[steps[completed[i]]] = MPI_REQUEST_NULL;
    }
  }

 private:
  bool start_send(std::uint32_t index, const Step& step) override {
    PMPI_Isend(at(step.from), static_cast<int>(step.count), MPI_BYTE, step.peer, step.is_token(),
               MPI_COMM_WORLD, &requests_[index]);
    return false;
  }
  bool start_receive(std::uint32_t index, const Step& step) override {
    PMPI_Irecv(at(step.to), static_cast<int>(step.count), MPI_BYTE, step.peer, step.is_token(),
               MPI_COMM_WORLD, &requests_[index]);
    return false;
  }
  bool test(std::uint32_t index) override { return requests_[index] == MPI_REQUEST_NULL; }
  void copy(const Step& step) override { std::memcpy(at(step.to), at(step.from), step.count); }
  void reduce(const Step&) override { PMPI_Abort(MPI_COMM_WORLD, 3); }

  unsigned char* at(Place place) {
    switch (place.buffer) {
      case Place::Buffer::Input:
        return exchange_.out.data() + place.offset;
      case Place::Buffer::Output:
        return exchange_.in.data() + place.offset;
      case Place::Buffer::Scratch:
        return scratch_.data() + place.offset;
      case Place::Buffer::None:
        break;
    }
    return nullptr;
  }

  const Schedule& schedule_;
  Exchange& exchange_;
  std::vector<unsigned char> scratch_;
  std::vector<MPI_Request> requests_;
};

struct Planner {
  std::string name;
  std::function<Phases(const Traffic&, const Network&)> make;
};

std::vector<Planner> planners() {
  return {{"all-to-all based",
           [](const auto& t, const auto& n) { return all_to_all_based(t, n, small_message); }},
          {"greedy", [](const auto& t, const auto& n) { return greedy(t, n, small_message); }},
          {"ours", [](const auto& t, const auto& n) { return best(t, n, small_message).phases; }}};
}

/// The control part of levels 1 and 2.
Schedule schedule(const Planner& planner, const std::vector<int>& all_counts, const Exchange& x,
                  const Network& network, Separation separation) {
  const Phases phases = planner.make(
      traffic_of(x.size, std::vector<std::size_t>(all_counts.begin(), all_counts.end())), network);
  Problem problem;
  problem.operation = Operation::Alltoallv;
  problem.rank = x.rank, problem.size = x.size;
  problem.input_counts.assign(x.sent.begin(), x.sent.end());
  problem.output_counts.assign(x.received.begin(), x.received.end());
  return Schedule(lower(phases, problem, separation, &network));
}

std::vector<int> gather_counts(const Exchange& x) {
  std::vector<int> all(static_cast<std::size_t>(x.size) * x.size);
  PMPI_Allgather(x.sent.data(), x.size, MPI_INT, all.data(), x.size, MPI_INT, MPI_COMM_WORLD);
  return all;
}

/// Sends everything at once, in the order of the ranks, regardless of the network.
void point_to_point(Exchange& x) {
  std::vector<MPI_Request> requests;
  for (int other = 0; other < x.size; ++other)
    if (x.received[other] > 0)
      PMPI_Irecv(x.in.data() + x.to_receive[other], x.received[other], MPI_BYTE, other, 0,
                 MPI_COMM_WORLD, &requests.emplace_back());
  for (int other = 0; other < x.size; ++other)
    if (x.sent[other] > 0)
      PMPI_Isend(x.out.data() + x.to_send[other], x.sent[other], MPI_BYTE, other, 0, MPI_COMM_WORLD,
                 &requests.emplace_back());
  PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

struct Variant {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds = {};
  long retransmits = 0;
  bool is_right = true;
};

using Init = decltype(&OWN_INIT);

/// MPI 4's own form of level 3: the control part is where the request is made.
class Persistent {
 public:
  Persistent(Init init, Exchange& x) {
    init(x.out.data(), x.sent.data(), x.to_send.data(), MPI_BYTE, x.in.data(), x.received.data(),
         x.to_receive.data(), MPI_BYTE, MPI_COMM_WORLD, MPI_INFO_NULL, &request_);
  }
  ~Persistent() { MPI_Request_free(&request_); }
  Persistent(const Persistent&) = delete;
  Persistent& operator=(const Persistent&) = delete;

  void run() {
    MPI_Start(&request_);
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
  }

 private:
  MPI_Request request_ = MPI_REQUEST_NULL;
};

void add_persistent(std::vector<Variant>& variants, const char* name, Init init, Exchange& x) {
  variants.push_back({name, [made = std::make_shared<Persistent>(init, x)] { made->run(); }});
}

/// The same levels through the library's interface, with its own choice of scheduler and
/// separation.
class ByLibrary {
 public:
  ByLibrary(Exchange& x, const std::vector<int>& all) : x_(x), all_(all.begin(), all.end()) {}
  ~ByLibrary() { Bamboo_Plan_free(&plan_); }
  ByLibrary(const ByLibrary&) = delete;
  ByLibrary& operator=(const ByLibrary&) = delete;

  void control1() {
    Bamboo_Plan_free(&plan_);
    Bamboo_Alltoallv_control1(x_.sent.data(), x_.to_send.data(), MPI_BYTE, x_.received.data(),
                              x_.to_receive.data(), MPI_BYTE, MPI_COMM_WORLD, &plan_);
  }
  void control2() {
    Bamboo_Plan_free(&plan_);
    Bamboo_Alltoallv_control2(x_.sent.data(), x_.to_send.data(), MPI_BYTE, x_.received.data(),
                              x_.to_receive.data(), MPI_BYTE, all_.data(), MPI_COMM_WORLD, &plan_);
  }
  void data() { Bamboo_Alltoallv_data(x_.out.data(), x_.in.data(), plan_); }

 private:
  Exchange& x_;
  std::vector<MPI_Count> all_;
  Bamboo_Plan plan_ = BAMBOO_PLAN_NULL;
};

void add_library(std::vector<Variant>& variants, Exchange& x, const std::vector<int>& all) {
  const auto plan = [&] { return std::make_shared<ByLibrary>(x, all); };
  variants.push_back({"library, level 1", [p = plan()] { p->control1(), p->data(); }});
  variants.push_back({"library, level 2", [p = plan()] { p->control2(), p->data(); }});
  const auto known = plan();
  known->control2();
  variants.push_back({"library, level 3", [known] { known->data(); }});
  add_persistent(variants, "library, persistent", MPI_Alltoallv_init, x);
}

std::vector<Variant> variants(Exchange& x, const std::vector<int>& all, const Network& network) {
  std::vector<Variant> result;
  result.push_back({"own, blocking", [&x] {
                      PMPI_Alltoallv(x.out.data(), x.sent.data(), x.to_send.data(), MPI_BYTE,
                                     x.in.data(), x.received.data(), x.to_receive.data(), MPI_BYTE,
                                     MPI_COMM_WORLD);
                    }});
  add_persistent(result, "own, persistent", OWN_INIT, x);
  result.push_back({"point-to-point", [&x] { point_to_point(x); }});
  for (const Planner& planner : planners()) {
    const auto run = [&x](const Schedule& s) { OverMpi(s, x).run(); };
    const auto known = [=, &x, &all, &network](Separation separation) {
      return [run, s = schedule(planner, all, x, network, separation)] { run(s); };
    };
    result.push_back({planner.name + ", level 1", [=, &x, &network] {
                        run(schedule(planner, gather_counts(x), x, network, Separation::Tokens));
                      }});
    result.push_back({planner.name + ", level 2", [=, &x, &all, &network] {
                        run(schedule(planner, all, x, network, Separation::Tokens));
                      }});
    result.push_back({planner.name + ", level 3", known(Separation::Tokens)});
    result.push_back({planner.name + ", level 3, barriers", known(Separation::Barrier)});
    result.push_back({planner.name + ", level 3, unseparated", known(Separation::None)});
  }
  add_library(result, x, all);
  return result;
}

/// Returns whether the call was measured; it is not if a process was late.
bool measure(Variant& variant, Exchange& x, together& clock, bool speaks, bool counts) {
  std::fill(x.in.begin(), x.in.end(), static_cast<unsigned char>(0));
  const long before = speaks ? retransmits_of_host() : 0;
  int valid = 0;
  begin_together(&clock);
  variant.run();
  const double seconds = end_together(&clock, &valid);
  variant.is_right = variant.is_right && x.is_right();
  if (!counts) return true;
  if (!valid) return false;
  variant.seconds.push_back(seconds);
  if (speaks) variant.retransmits += retransmits_of_host() - before;
  return true;
}

bool report(Variant& v, int rank) {
  slowest_of_all(v.seconds.data(), static_cast<int>(v.seconds.size()));
  int right = v.is_right;
  PMPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  PMPI_Allreduce(MPI_IN_PLACE, &v.retransmits, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%s: %.6f ms, %ld retransmits%s\n", v.name.c_str(),
                1e3 * v.seconds[v.seconds.size() / 2], v.retransmits, right ? "" : ", WRONG");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string name = argc == 5 ? argv[1] : "";
  const int calls = argc == 5 ? std::atoi(argv[3]) : 0;
  const double rate = argc == 5 ? std::atof(argv[4]) * 1e6 / 8 : 0;
  if ((name != "uniform" && name != "random") || calls < 1 || rate <= 0 || std::atoi(argv[2]) < 0) {
    if (rank == 0)
      std::fprintf(stderr, "usage: plans_alltoallv_levels uniform|random BYTES CALLS MBIT\n");
    MPI_Finalize();
    return 2;
  }
  int* pattern = make_pattern(name.c_str(), std::atoi(argv[2]), size);
  const std::vector<int> all(pattern, pattern + size * size);
  Exchange exchange(pattern, rank, size);
  const Network network = Network::star(size, rate);
  std::vector<Variant> all_variants = variants(exchange, all, network);
  const bool speaks = speaks_for_host();
  together clock = make_together(calls * static_cast<int>(all_variants.size()));
  // Variants run one after the other, not interleaved: otherwise each call would inherit
  // connections on which the previous variant lost packets. The first calls open connections, or
  // let those of the previous variant recover.
  for (Variant& variant : all_variants)
    for (int call = -2; call < calls; ++call)
      while (!measure(variant, exchange, clock, speaks, call >= 0)) {
      }

  bool right = true;
  for (Variant& variant : all_variants) right = report(variant, rank) && right;
  if (rank == 0) {
    std::printf("busiest: %ld bytes\n", busiest_of(pattern, size));
    for (const Planner& planner : planners())
      std::printf(
          "phases of %s: %zu\n", planner.name.c_str(),
          planner.make(traffic_of(size, std::vector<std::size_t>(all.begin(), all.end())), network)
              .phases.size());
  }
  std::free(pattern);
  all_variants.clear();  // plans end before MPI
  MPI_Finalize();
  return right ? 0 : 1;
}
