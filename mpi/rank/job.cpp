// SPDX-License-Identifier: Apache-2.0
#include "rank/job.h"

#include <memory>
#include <utility>

#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

TaskGraph make_graph(Runtime& runtime, const Geometry& geometry, int size) {
  if (geometry.dimension() > 0) return TaskGraph(runtime, geometry);
  return TaskGraph(runtime, size);
}

}  // namespace

Job::Job(Program its_program, int its_argc, char** its_argv, Runtime& runtime, int size,
         const RankGeometry& given)
    : program(std::move(its_program)),
      argc(its_argc),
      argv(its_argv),
      ranks(make_graph(runtime, given.geometry, size)),
      regions(ranks, given) {
  ranks.call_tasks("rank");
}

void Job::create_ranks() {
  int created = 0;
  const int workers = ranks.runtime().options().workers;
  ranks.create([&](TaskGraph&, TaskId id) {
    auto rank = std::make_unique<Rank>(id, *this);
    // thread_local data of an image belongs to the thread that touched it: such ranks stay on one
    // worker.
    if (program.has_thread_local) rank->pinned_worker = created++ % workers;
    return rank;
  });
}

std::vector<Rank*> Job::local_ranks() const {
  std::vector<Rank*> result;
  for (const auto& task : ranks.tasks()) result.push_back(static_cast<Rank*>(task.get()));
  return result;
}

void Job::note_exit(int code) {
  int none = 0;
  if (exit_code.compare_exchange_strong(none, code)) ranks.runtime().set_exit_code(code);
}

}  // namespace bamboo::mpi
