// SPDX-License-Identifier: Apache-2.0
// A graph's life: it is built, its tasks run, and it ends. Its edges: edges.cpp. Its messages:
// delivery.cpp.
#include "bamboo/taskgraph/task_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "deadlock/wait_report.h"
#include "graph/mapping_table.h"
#include "runtime/runtime_impl.h"

namespace bamboo {

Task::Task(TaskGraph& graph, TaskId id) : Task(graph, id, graph.threads()) {}

std::string Task::describe_wait() const {
  return fmt::format("{} waits for {} messages", owner_.name_of(*this), rule_.missing());
}

TaskGraph::TaskGraph(Runtime& runtime, Geometry geometry)
    : TaskGraph(runtime, std::move(geometry), fmt::format("graph {}", runtime.impl_->named++)) {}

TaskGraph::TaskGraph(Runtime& runtime, int tasks) : TaskGraph(runtime, Geometry({tasks}, {false})) {
  placement_ = Placement::ranges(tasks, runtime.processes());
}

TaskGraph::TaskGraph(Runtime& runtime, Geometry geometry, std::string name)
    : runtime_(runtime),
      engine_(runtime.impl_->engine),
      messenger_(runtime.impl_->messenger),
      threads_(runtime.threads()),
      geometry_(std::move(geometry)),
      tasks_in_job_(geometry_.size()),
      name_(std::move(name)),
      declared_(std::make_unique<Declared>()),
      delivery_(threads_) {
  number_ = runtime.impl_->graphs.add(*this);
}

TaskGraph::~TaskGraph() {
  if (runs_) {
    support::error("%s ends while it runs: call wait()", name_.c_str());
    engine_.abort(exit_task_failed);
  }
  runtime_.impl_->graphs.remove(number_);
  for (Message* message : delivery_.lock()->early) message->discard();
}

void TaskGraph::check_building(const char* call) const {
  if (mapping_ != nullptr)
    throw std::logic_error(fmt::format("{}: {} after create()", name_, call));
}

void TaskGraph::place(Placement placement) {
  check_building("place()");
  if (placement.tasks() != size()) {
    throw std::invalid_argument(
        fmt::format("{}: a placement of {} tasks for {}", name_, placement.tasks(), size()));
  }
  if (placement.processes() != runtime_.processes()) {
    throw std::invalid_argument(fmt::format("{}: a placement for {} processes in a job of {}",
                                            name_, placement.processes(), runtime_.processes()));
  }
  placement_ = std::move(placement);
}

void TaskGraph::call_tasks(std::string noun) {
  noun_ = std::move(noun);
}

std::string TaskGraph::name_of(TaskId task) const {
  if (name_ == "graph 0") return fmt::format("{} {}", noun_, task);
  return fmt::format("{} {} of {}", noun_, task, name_);
}

void TaskGraph::create(const Factory& factory) {
  if (mapping_ != nullptr) throw std::logic_error(name_ + " is created twice");
  if (Trace* trace = Trace::current()) trace->add_graph(number_, {name_, noun_, size()});
  if (!placement_) placement_ = Placement::blocks(geometry_, runtime_.processes());
  const ProcessId here = runtime_.process();
  const std::vector<TaskId> ids = placement_->tasks_of(here);
  tasks_.reserve(ids.size());
  mapping_ = std::make_unique<MappingTable>(*placement_, here, [this](TaskId id) -> Task* {
    const std::size_t index = index_of(id);
    return index < tasks_.size() ? tasks_[index].get() : nullptr;
  });
  for (const TaskId id : ids) tasks_.push_back(factory(*this, id));
  list_edges();
  fill_open_hints();
}

void TaskGraph::start() {
  if (runs_) throw std::logic_error(name_ + " is started while it runs");
  if (mapping_ == nullptr) throw std::logic_error(name_ + " is started before create()");
  runtime_.impl_->place->graph_starts(name_);
  runs_ = true;
  if (run_ > 0)
    for (const auto& task : tasks_) task->restart();
  unfinished_.store(static_cast<int>(tasks_.size()), std::memory_order_relaxed);
  ++run_;
  inject_early();
  engine_.submit(tasks_);
}

void TaskGraph::wait() {
  if (Engine::running() != nullptr)
    throw std::logic_error(name_ + ": wait() within a task would stop its worker");
  if (!runs_) throw std::logic_error(name_ + ": wait() without start()");
  engine_.work_until_zero(unfinished_);
  runtime_.impl_->settle(name_);
  runtime_.impl_->place->graph_ends();
  runs_ = false;
}

void TaskGraph::finished(Task&) {
  Engine& engine = engine_;  // the graph may be destroyed when the count is 0
  if (unfinished_.fetch_sub(1) == 1) engine.wake_first_worker();
}

void TaskGraph::fire(Task& task, MessageId by) {
  engine_.fire(task, by);
}

void TaskGraph::fail(const Task& task, const std::string& what) {
  engine_.fail(task, what);
}

std::optional<std::string> TaskGraph::describe_unfinished() const {
  bool complete = true;
  std::string text;
  std::vector<TaskId> ended;
  for (const auto& task : tasks_) {
    if (task->state.load() == Task::State::Finished) {
      ended.push_back(task->id());
      continue;
    }
    if (!runs_) continue;
    const std::optional<std::string> words = engine_.describe(*task);
    complete = complete && words;
    if (words) text += *words + '\n';
  }
  if (!complete) return std::nullopt;
  if (!ended.empty()) text += ended_tasks(noun_, ended) + '\n';
  return text;
}

}  // namespace bamboo
