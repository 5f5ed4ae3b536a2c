// SPDX-License-Identifier: Apache-2.0
// A program of several threads with the calls that the pass inserts: windows, both forms of a
// collective, polls, and a nest whose core runs before its message has arrived. Each thread has
// its own communicator. A further thread only computes; it begins before MPI_Init and ends after
// MPI_Finalize. All results must be right.
//
//     threads_job THREADS
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "described_nest.h"
#include "interposition/collective_form.h"
#include "windows/large_operations.h"
#include "windows/window_site.h"
#include "windows/window_trial.h"

// The compiler defines these where a program has windows.
extern "C" {
const int32_t bamboo_overlap_has_windows = 1;
const int32_t bamboo_overlap_has_large_operations = 1;
const int32_t bamboo_overlap_has_collective_windows = 1;
}

namespace {

constexpr int rounds = 60;        // more than a trial of a window, or of collectives, takes
constexpr int numbers = 1 << 15;  // of a message: too long to leave without relief

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "threads_job: error: %s\n", what);
  std::abort();
}

/// A loop with a poll.
void compute(int steps) {
  volatile double sum = 0;
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < 500; ++j) sum = sum + 1.0 / (i + j + 1);
    if (__atomic_load_n(&bamboo_overlap_pending, __ATOMIC_RELAXED) > 0) bamboo_overlap_progress();
  }
}

void add_to_pending(int amount) {
  __atomic_fetch_add(&bamboo_overlap_pending, amount, __ATOMIC_RELAXED);
}

/// One thread of a process and its partners, the same thread of the other processes.
struct Partners {
  MPI_Comm comm;
  int rank = 0, size = 0;

  explicit Partners(MPI_Comm parent) {
    MPI_Comm_dup(parent, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
  int left() const { return (rank + size - 1) % size; }
  int right() const { return (rank + 1) % size; }
};

bamboo_window_site site_of(const char* call, int line) {
  bamboo_window_site site{};
  site.call = call;
  site.file = __FILE__;
  site.line = line;
  return site;
}

/// MPI_Recv with a window.
void receive(std::vector<int>& in, const Partners& partners) {
  static bamboo_window_trial trial;
  static bamboo_window_site site = site_of("MPI_Recv", __LINE__);
  const uint64_t bytes = in.size() * sizeof(int);
  const int form = bamboo_window_form(&trial);
  if (form == bamboo_call_blocks) {
    MPI_Recv(in.data(), numbers, MPI_INT, partners.left(), 0, partners.comm, MPI_STATUS_IGNORE);
    bamboo_window_opens(&site, bytes, 1);
    return;
  }
  MPI_Request request;
  MPI_Irecv(in.data(), numbers, MPI_INT, partners.left(), 0, partners.comm, &request);
  add_to_pending(1);
  bamboo_window_opens(&site, bytes, 0);
  bamboo_overlap_starts(&request, bamboo_one_message, numbers, MPI_INT, partners.comm);
  if (form == bamboo_call_starts_timed) bamboo_window_begins(&trial, &request);
  compute(20);
  bamboo_window_ends(&trial, &request);
  bamboo_window_closes(&site);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  bamboo_window_waited(&site);
  add_to_pending(-1);
}

void exchange(int round, const Partners& partners) {
  static bamboo_window_site site = site_of("MPI_Wait", __LINE__);
  const std::vector<int> out(numbers, partners.rank + round);
  std::vector<int> in(numbers, -1);
  MPI_Request request;
  MPI_Isend(out.data(), numbers, MPI_INT, partners.right(), 0, partners.comm, &request);
  bamboo_window_own_starts();
  receive(in, partners);
  bamboo_window_own_closes(&site);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  bamboo_window_own_waited(&site);
  if (in != std::vector<int>(numbers, partners.left() + round)) fail("a message is wrong");
}

/// MPI_Allreduce in the form on which the processes agree.
struct Sum {
  static inline bamboo_window_trial trial;
  int own = 0, all = -1;
  MPI_Request request = MPI_REQUEST_NULL;

  void start(const Partners& partners) {
    const int known = bamboo_collective_has_window;
    const int form = bamboo_overlap_form(partners.comm, known, &trial);
    if (form == bamboo_call_blocks) {
      MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MAX, partners.comm);
      return;
    }
    MPI_Iallreduce(&own, &all, 1, MPI_INT, MPI_MAX, partners.comm, &request);
    add_to_pending(1);
    if (form == bamboo_call_starts_timed) bamboo_window_begins(&trial, &request);
  }
  void complete() {
    if (request == MPI_REQUEST_NULL) return;
    bamboo_window_ends(&trial, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    add_to_pending(-1);
  }
};

void reduce(int round, const Partners& partners) {
  Sum sum{.own = partners.rank + round};
  sum.start(partners);
  compute(5);
  sum.complete();
  if (sum.all != partners.size - 1 + round) fail("a maximum is wrong");
}

/// Each cell gets the sum of its neighbours. The first one comes from the left process.
struct Stencil {
  static constexpr uint64_t cell_count = 1000;
  static inline bamboo_split_site site{__FILE__, __LINE__, 0, 0, nullptr};
  std::vector<double> cells = std::vector<double>(cell_count + 2, 1),
                      sums = std::vector<double>(cell_count);

  void run(uint64_t first, uint64_t end) {
    for (uint64_t i = first; i < std::min(end, cell_count); ++i) sums[i] = cells[i] + cells[i + 2];
  }
  bamboo_split* begin() {
    bamboo_split* split = bamboo_split_begin(&site);
    if (split == nullptr) return split;
    using bamboo::overlap::AccessKind, bamboo::overlap::AccessShape;
    const AccessShape reads{.loops = {0}}, writes{.kind = AccessKind::Written, .loops = {0}};
    const auto number = [](const double* address) { return reinterpret_cast<uint64_t>(address); };
    constexpr uint64_t cell_bytes = sizeof(double);
    bamboo::overlap::describe(
        split, {{{.may_cut = true}}, {reads, reads, writes}},
        std::to_array<uint64_t>({cell_count, cell_bytes, number(&cells[0]), cell_bytes, cell_bytes,
                                 number(&cells[2]), cell_bytes, cell_bytes, number(sums.data()),
                                 cell_bytes}));
    bamboo_split_touch(split, 0, reinterpret_cast<uint64_t>(cells.data()), sizeof(double), 1);
    if (bamboo_split_core(split) != 0)
      run(bamboo_split_first(split, 0), bamboo_split_end(split, 0));
    return split;
  }
  void end(bamboo_split* split) {
    bamboo_split_core_ends(split);
    split = bamboo_split_rest_plan(split, 0);
    while (bamboo_split_rest(split) != 0)
      run(bamboo_split_first(split, 0), bamboo_split_end(split, 0));
  }
};

void smooth(int round, const Partners& partners) {
  Stencil stencil;
  const double own = partners.rank + round;
  MPI_Request requests[2];
  MPI_Irecv(stencil.cells.data(), 1, MPI_DOUBLE, partners.left(), 1, partners.comm, &requests[0]);
  MPI_Isend(&own, 1, MPI_DOUBLE, partners.right(), 1, partners.comm, &requests[1]);
  add_to_pending(1);
  bamboo_split* split = stencil.begin();
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  add_to_pending(-1);
  stencil.end(split);
  std::vector<double> expected(Stencil::cell_count, 2);
  expected[0] = 1 + partners.left() + round;
  if (stencil.sums != expected) fail("a split nest is wrong");
}

void communicate(const Partners& partners) {
  for (int round = 0; round < rounds; ++round) {
    exchange(round, partners);
    reduce(round, partners);
    smooth(round, partners);
  }
}

/// One thread starts collectives, another one completes them.
void pass_on(const Partners& partners) {
  std::mutex mutex;
  std::condition_variable more;
  std::vector<Sum> sums(rounds);
  int started = 0;
  std::thread completes([&] {
    for (int round = 0; round < rounds; ++round) {
      {
        std::unique_lock lock(mutex);
        more.wait(lock, [&] { return started > round; });
      }
      Sum& sum = sums[static_cast<size_t>(round)];
      sum.complete();
      if (sum.all != partners.size - 1 + round) fail("a maximum that was passed on is wrong");
    }
  });
  for (int round = 0; round < rounds; ++round) {
    Sum& sum = sums[static_cast<size_t>(round)];
    sum.own = partners.rank + round;
    sum.start(partners);
    const std::lock_guard lock(mutex);
    ++started;
    more.notify_one();
  }
  completes.join();
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  std::atomic<bool> ends{false};
  std::thread computes([&] {
    while (!ends) compute(10);
  });
  int level = 0;
  MPI_Init_thread(&argc, &argv, count > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &level);
  std::vector<Partners> partners;
  for (int i = 0; i < count; ++i) partners.emplace_back(MPI_COMM_WORLD);
  std::vector<std::thread> threads;
  for (int i = 1; i < count; ++i) threads.emplace_back(communicate, std::cref(partners[i]));
  communicate(partners[0]);
  for (std::thread& thread : threads) thread.join();
  if (count > 1) pass_on(partners[0]);
  for (Partners& each : partners) MPI_Comm_free(&each.comm);
  MPI_Finalize();
  ends = true;
  computes.join();
  return 0;
}
