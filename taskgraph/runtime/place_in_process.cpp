// SPDX-License-Identifier: Apache-2.0
#include "runtime/place_in_process.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "engine/engine.h"

namespace bamboo {
namespace {

struct Place {
  Runtime* runtime;
  std::thread::id thread = std::this_thread::get_id();
  int graphs = 0;  ///< that run
};

std::mutex lock;
std::map<const PlaceInProcess*, Place> places;  // under the lock
std::atomic<Runtime*> the_jobs{nullptr};

constexpr const char* graph_of_other =
    "a graph of another Runtime of this thread runs: wait for that one before, or give each "
    "Runtime a thread of its own";

const void* library_of(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

/// Whether this process has virtual ranks, whose library has a copy of the task graphs' own.
bool belongs_to_virtual_ranks() {
  const void* ranks = ::dlsym(RTLD_DEFAULT, "bamboo_rank_stdin");
  if (ranks == nullptr) return false;
  const bool is_their_copy =
      library_of(ranks) == library_of(reinterpret_cast<void*>(&belongs_to_virtual_ranks));
  return !is_their_copy || the_jobs != nullptr;
}

void check(PlaceInProcess::Of of) {
  if (belongs_to_virtual_ranks()) {
    throw std::logic_error(
        "a Runtime within a virtual rank: in mode tasks the ranks of a process are tasks of a "
        "Runtime themselves. Compile the program with the MPI's own compiler or "
        "--bamboo-mode=off, and start a process for each rank");
  }
  if (the_jobs != nullptr) {
    throw std::logic_error(of == PlaceInProcess::Of::Job
                               ? "this process has a Runtime already"
                               : "this process has a Runtime of the whole job already: make that "
                                 "one on a communicator, too");
  }
  if (of == PlaceInProcess::Of::Job && !places.empty()) {
    throw std::logic_error(
        "this process has a Runtime on a communicator: make this one on a communicator, too, such "
        "as MPI_COMM_WORLD");
  }
}

}  // namespace

PlaceInProcess::PlaceInProcess(Of of, const Runtime& runtime) : of_(of) {
  const std::lock_guard guard(lock);
  check(of);
  auto* mine = const_cast<Runtime*>(&runtime);
  places.emplace(this, Place{.runtime = mine});
  if (of == Of::Job) the_jobs = mine;
}

PlaceInProcess::~PlaceInProcess() {
  const std::lock_guard guard(lock);
  places.erase(this);
  if (of_ == Of::Job) the_jobs = nullptr;
}

bool PlaceInProcess::other_threads_have_one() const {
  const std::lock_guard guard(lock);
  const std::thread::id mine = places.at(this).thread;
  return std::ranges::any_of(places, [&](const auto& each) { return each.second.thread != mine; });
}

bool PlaceInProcess::others_graphs_run() const {
  const std::thread::id mine = places.at(this).thread;
  return std::ranges::any_of(places, [&](const auto& each) {
    return each.first != this && each.second.thread == mine && each.second.graphs > 0;
  });
}

std::optional<std::string> PlaceInProcess::why_not_now() const {
  if (Engine::running() != nullptr) return "a task would wait for other processes";
  const std::lock_guard guard(lock);
  if (others_graphs_run()) return graph_of_other;
  return std::nullopt;
}

void PlaceInProcess::graph_starts(const std::string& name) {
  const std::lock_guard guard(lock);
  if (others_graphs_run()) throw std::logic_error(name + " is not started: " + graph_of_other);
  ++places.at(this).graphs;
}

void PlaceInProcess::graph_ends() {
  const std::lock_guard guard(lock);
  --places.at(this).graphs;
}

Runtime* PlaceInProcess::of_job() {
  return the_jobs;
}

}  // namespace bamboo
