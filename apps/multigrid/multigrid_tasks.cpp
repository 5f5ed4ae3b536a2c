// SPDX-License-Identifier: Apache-2.0
// The same program as a task graph. A task has a part of the mesh on all levels, or on the finer
// ones if another task joins its cells with others. V-cycles are a list of stages, equal for all
// tasks. Before each stage a task sends what its neighbours need; it runs the stage when everything
// that it needs has arrived.
#include <bamboo/taskgraph.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <vector>

#include "cells.h"
#include "options.h"

namespace {

using bamboo::Buffer;
using bamboo::DataTask;
using bamboo::TaskGraph;
using bamboo::TaskId;

struct Stage {
  enum class Kind { Relax, RelaxZero, Restrict, Gather, Ghosts, Scatter, Correct };
  Kind kind;
  int level;
  double weight = 0;
};

/// The levels as all tasks share them, and the stages of one V-cycle.
struct Plan {
  level levels[LEVELS];
  int count = 0;
  std::vector<Stage> stages;

  bool joint(int l) const { return l + 1 < count && joins(&levels[l], &levels[l + 1]); }
  int stages_of_all() const { return static_cast<int>(stages.size()) * option.cycles; }

  void smooth(int l, double low, int degree, bool from_zero) {
    for (int s = 0; s < degree; s++)
      stages.push_back({from_zero && s == 0 ? Stage::Kind::RelaxZero : Stage::Kind::Relax, l,
                        weight_of(s, degree, low, 2)});
  }
  void cycle(int l, bool from_zero) {
    if (l + 1 == count) {
      for (int i = 0; i < COARSEST_TIMES; i++)
        smooth(l, smallest_eigenvalue(&levels[l]), COARSEST_DEGREE, from_zero && i == 0);
      return;
    }
    smooth(l, 1.0 / 3, SWEEPS, from_zero);
    stages.push_back({Stage::Kind::Restrict, l});
    if (joint(l)) stages.push_back({Stage::Kind::Gather, l});
    cycle(l + 1, true);
    stages.push_back({Stage::Kind::Ghosts, l + 1});
    if (joint(l)) stages.push_back({Stage::Kind::Scatter, l});
    stages.push_back({Stage::Kind::Correct, l});
    smooth(l, 1.0 / 3, SWEEPS, false);
  }
};

/// Returns the coordinates of the task that owns, on the next level, the cells that a task owns on
/// level l.
std::array<int, 3> owner_of(const Plan& plan, int l, const std::array<int, 3>& at) {
  std::array<int, 3> owner{};
  for (int d = 0; d < 3; d++) owner[d] = at[d] - at[d] % plan.levels[l + 1].step[d];
  return owner;
}

/// Calls f(coordinates) for the tasks that take part in level l, in a box of coordinates.
template <class F>
void for_each_task(const Plan& plan, int l, const std::array<int, 3>& from, const int* extent,
                   F f) {
  const int* step = plan.levels[l].step;
  std::array<int, 3> to{}, at{};
  for (int d = 0; d < 3; d++) to[d] = std::min(from[d] + extent[d], option.dims[d]);
  for (at[0] = from[0]; at[0] < to[0]; at[0] += step[0])
    for (at[1] = from[1]; at[1] < to[1]; at[1] += step[1])
      for (at[2] = from[2]; at[2] < to[2]; at[2] += step[2]) f(at);
}

class Part final : public DataTask {
 public:
  Part(TaskGraph& graph, TaskId id, const Plan& plan) : DataTask(graph, id), plan_(plan) {
    const auto at = graph.geometry().coordinates(id);
    std::copy(at.begin(), at.end(), at_.begin());
    for (int l = 0; l < plan.count; l++) {
      levels_.push_back(plan.levels[l]);
      make_part(&levels_[l], at_.data());
      own_.emplace_back(levels_[l].below.points);
    }
    for (int l = 0; l < plan.count; l++) find_members(l);
    level& finest = levels_[0];
    add_eigenvectors(&finest.box, finest.f, 1);
    fill_with_noise(&finest.box, finest.u);
    start_ = error_here(&finest);
  }
  ~Part() override {
    for (level& l : levels_) {
      for (int*& bound : l.bounds) bound = nullptr;  // the plan's
      l.u_below = l.f_below = nullptr;
      free_level(&l);
    }
  }

  void run() override {
    if (waits_) {
      work(stage());
      next_++;
    }
    advance();
  }

  double start() const { return start_; }
  double error() const { return error_here(&levels_[0]); }
  std::uint64_t checksum() const { return hash(&levels_[0].box, levels_[0].u); }

 private:
  struct Member {
    TaskId task;
    box part;
  };

  const Stage& stage() const { return plan_.stages[next_ % plan_.stages.size()]; }

  /// Returns the tasks, including this one, whose cells this task owns on the next level.
  void find_members(int l) {
    members_.emplace_back();
    if (!plan_.joint(l) || !levels_[l + 1].active) return;
    for_each_task(plan_, l, at_, plan_.levels[l + 1].step, [&](const std::array<int, 3>& at) {
      level theirs = plan_.levels[l];
      make_part(&theirs, at.data());
      members_[l].push_back({rank_at(at.data()), theirs.below});
      for (int*& bound : theirs.bounds) bound = nullptr;
      free_level(&theirs);
    });
  }

  /// Runs stages until one needs messages, then waits for these messages.
  void advance() {
    for (; next_ < plan_.stages_of_all(); next_++) {
      if (!levels_[stage().level].active) continue;
      send(stage());
      const int messages = needed(stage());
      waits_ = messages > 0;
      if (waits_) return needs(messages, next_);
      work(stage());
    }
    finish();
  }

  static bool exchanges(const Stage& stage) {
    return stage.kind == Stage::Kind::Relax || stage.kind == Stage::Kind::Restrict ||
           stage.kind == Stage::Kind::Ghosts;
  }

  int needed(const Stage& stage) const {
    const bool owner = !members_[stage.level].empty();
    if (exchanges(stage)) return levels_[stage.level].neighbours;
    if (stage.kind == Stage::Kind::Gather && owner)
      return static_cast<int>(members_[stage.level].size()) - 1;
    return stage.kind == Stage::Kind::Scatter && !owner ? 1 : 0;
  }

  void send(const Stage& stage) {
    level& own = levels_[stage.level];
    if (exchanges(stage)) {
      for (int n = 0; n < own.neighbours; n++) {
        Buffer face = Buffer::of<double>(own.count[n]);
        copy_face(&own.box, own.face[n], PACK, own.u, face.as<double>().data());
        put(own.peer[n], next_, std::move(face));
      }
      mirror(&own, own.u);
    } else if (stage.kind == Stage::Kind::Gather && members_[stage.level].empty()) {
      put(rank_at(owner_of(plan_, stage.level, at_).data()), next_, own_[stage.level]);
    } else if (stage.kind == Stage::Kind::Scatter) {
      for (const Member& member : members_[stage.level]) {
        if (member.task == id()) continue;
        Buffer part = Buffer::of<double>(member.part.points);
        copy_part(&levels_[stage.level + 1].box, levels_[stage.level + 1].u, &member.part,
                  part.as<double>().data(), 0);
        put(member.task, next_, std::move(part));
      }
    }
  }

  void receive_faces(level& own) {
    while (auto message = take(any, next_))
      for (int n = 0; n < own.neighbours; n++)
        if (own.peer[n] == message->source())
          copy_face(&own.box, own.face[n], UNPACK, own.u,
                    const_cast<double*>(message->values<double>().data()));
  }

  void gather(int l) {
    for (const Member& member : members_[l]) {
      const auto message = member.task == id() ? nullptr : take(member.task, next_);
      const double* part = message ? message->values<double>().data() : own_[l].data();
      copy_part(&levels_[l + 1].box, levels_[l + 1].f, &member.part, const_cast<double*>(part), 1);
    }
  }

  void scatter(int l) {
    if (auto message = take(any, next_)) {
      const auto part = message->values<double>();
      std::copy(part.begin(), part.end(), own_[l].begin());
    }
    for (const Member& member : members_[l])
      if (member.task == id())
        copy_part(&levels_[l + 1].box, levels_[l + 1].u, &member.part, own_[l].data(), 0);
  }

  void work(const Stage& stage) {
    const int l = stage.level;
    level& own = levels_[l];
    if (exchanges(stage)) receive_faces(own);
    switch (stage.kind) {
      case Stage::Kind::Relax:
      case Stage::Kind::RelaxZero:
        relax(&own, all_cells(&own.box),
              stage.kind == Stage::Kind::Relax ? stage.weight : -stage.weight);
        swap_meshes(&own);
        break;
      case Stage::Kind::Restrict:
        own.f_below = plan_.joint(l) ? own_[l].data() : levels_[l + 1].f;
        restrict_residual(&own, all_cells(&own.below), 0);
        break;
      case Stage::Kind::Gather:
        gather(l);
        break;
      case Stage::Kind::Ghosts:
        break;
      case Stage::Kind::Scatter:
        scatter(l);
        break;
      case Stage::Kind::Correct:
        own.u_below = plan_.joint(l) ? own_[l].data() : levels_[l + 1].u;
        add_correction(&own);
        break;
    }
  }

  const Plan& plan_;
  std::array<int, 3> at_{};
  std::vector<level> levels_;
  // For each level: the task's cells on the next level, if parts are joined there.
  std::vector<std::vector<double>> own_;
  // For each level: the tasks whose parts are joined; empty if another task joins them.
  std::vector<std::vector<Member>> members_;
  int next_ = 0;        // stage of all cycles
  bool waits_ = false;  // for messages of that stage
  double start_ = 0;    // the error
};

/// Adds edges to the neighbours on all levels, and to and from the tasks that join parts.
void add_edges(TaskGraph& graph, const Plan& plan) {
  for (int l = 0; l < plan.count; l++)
    for_each_task(plan, l, {}, option.dims, [&](const std::array<int, 3>& at) {
      const TaskId task = rank_at(at.data());
      for (int d = 0; d < 3; d++) {
        std::array<int, 3> next = at;
        next[d] += plan.levels[l].step[d];
        if (next[d] >= option.dims[d]) continue;
        graph.add_edge(task, rank_at(next.data()));
        graph.add_edge(rank_at(next.data()), task);
      }
      if (!plan.joint(l)) return;
      const TaskId owner = rank_at(owner_of(plan, l, at).data());
      if (owner == task) return;
      graph.add_edge(task, owner);
      graph.add_edge(owner, task);
    });
}

/// The exit code where there is nothing to compute.
int set_up(int argc, char** argv, int processes, Plan& plan) {
  const int status = parse_options(argc, argv);
  if (status >= 0) return status;
  if (!option.communicate) return refuse("--nocomm: a graph always communicates");
  if (option.dims[0] == 0) {
    const auto parts = bamboo::Geometry::balanced(8 * processes, 3);
    for (int d = 0; d < 3; d++) option.dims[d] = parts.extent(d);
  }
  const long parts = 1L * option.dims[0] * option.dims[1] * option.dims[2];
  if (parts < processes) return refuse("%ld parts are too few for %d processes", parts, processes);
  plan.count = plan_levels(plan.levels);
  return suits(plan.levels, plan.count, program.rank == 0) ? -1 : 2;
}

int solve(bamboo::Runtime& runtime, Plan& plan) {
  plan.cycle(0, false);
  TaskGraph graph(runtime, bamboo::Geometry({option.dims[0], option.dims[1], option.dims[2]},
                                            {false, false, false}));
  add_edges(graph, plan);
  graph.create<Part>(plan);
  barrier(runtime);
  const auto begin = std::chrono::steady_clock::now();
  graph.run();
  const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
  const double start = reduce(graph, &Part::start, bamboo::Maximum());
  const double error = reduce(graph, &Part::error, bamboo::Maximum());
  const std::uint64_t checksum = graph.sum(&Part::checksum);
  const bool right = small_enough(&plan.levels[0], error, start);
  if (runtime.process() == 0) {
    const int* last = plan.levels[plan.count - 1].ranks;
    std::printf("multigrid: %d x %d x %d cells, %d levels, %d cycles\n", option.n[0], option.n[1],
                option.n[2], plan.count, option.cycles);
    std::printf("time: %.4f ms per cycle, %d x %d x %d tasks, %d x %d x %d on the coarsest level\n",
                option.cycles ? ms.count() / option.cycles : 0.0, option.dims[0], option.dims[1],
                option.dims[2], last[0], last[1], last[2]);
    print_result(error, start, checksum, right);
  }
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  bamboo::Runtime runtime;
  program.name = "multigrid_tasks";
  program.rank = runtime.process();
  program.size = runtime.processes();
  Plan plan{};
  const int status = set_up(argc, argv, runtime.processes(), plan);
  const int exit_code = status >= 0 ? status : solve(runtime, plan);
  for (const level& l : plan.levels)
    for (int* bound : l.bounds) free(bound);
  return exit_code;
}
