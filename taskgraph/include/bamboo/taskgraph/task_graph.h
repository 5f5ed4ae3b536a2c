// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/edge_list.h"
#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/internal/channel.h"
#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/internal/send.h"
#include "bamboo/taskgraph/internal/task_lists.h"
#include "bamboo/taskgraph/internal/task_owner.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"
#include "bamboo/taskgraph/placement.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task.h"

namespace bamboo {

struct DrawnGraph;
class Engine;
class MappingTable;

/// A task that a graph can make: T(graph, id, arguments...).
template <class T, class... Arguments>
concept TaskOf = std::derived_from<T, Task> &&
                 std::constructible_from<T, TaskGraph&, TaskId, const Arguments&...>;

/// A type whose values can be added with operator+.
template <class V>
concept Summable = SendableInVector<V> && requires(V a, V b) {
  { a + b } -> std::convertible_to<V>;
};

/// A set of tasks embedded in a geometry, with edges along which they send (SC'12, section III).
/// Every process of the job builds the same graph and holds its own part of the tasks, which any of
/// its workers may execute:
///
///     Runtime runtime;
///     TaskGraph graph(runtime, Geometry::balanced(64, 2));
///     graph.add_layout(predefined_layout("NearestNeighbor", {}));
///     graph.create<Stencil>(steps);        // class Stencil : public DataTask
///     graph.run();
///     graph.run();                         // again, from init() on; nothing is built again
///
/// Several graphs may run one after another and at the same time. The n-th graph that a process
/// makes and the n-th one of any other process are the same graph. There is no barrier: run() ends
/// when the tasks of this process have finished, and what other processes send to a graph or a run
/// that this one has not begun yet waits until then.
///
/// Bad use throws std::invalid_argument or std::logic_error with a text that names graph and tasks.
/// Functions without a word on threads belong to the thread that made the Runtime.
class TaskGraph final : private TaskOwner {
 public:
  using Factory = std::function<std::unique_ptr<Task>(TaskGraph& graph, TaskId id)>;

  TaskGraph(Runtime& runtime, Geometry geometry);
  /// A graph without a geometry: tasks 0 … tasks - 1, placed in consecutive ranges.
  TaskGraph(Runtime& runtime, int tasks);
  /// Discards messages that still arrive for the graph. A graph that runs ends the job with a
  /// message.
  ~TaskGraph() override;
  TaskGraph(const TaskGraph&) = delete;
  TaskGraph& operator=(const TaskGraph&) = delete;

  // Building. Call these before create().

  /// Sets the name that messages show. Default: "graph N".
  void set_name(std::string name) { name_ = std::move(name); }
  /// Adds a layout's edges. A graph without layouts and edges has all edges.
  void add_layout(std::unique_ptr<Layout> layout);
  /// Adds one edge. New hints for an existing edge replace its old ones. A process adds the edges
  /// that begin or end at its own tasks; further edges only cost memory.
  void add_edge(TaskId from, TaskId to, const EdgeHints& hints = {});
  /// Sets the placement of the tasks. Default: compact blocks of the geometry.
  void place(Placement placement);
  /// Sets a function that returns the hints of a task. It is called for each task of this process,
  /// and perhaps for others. Hints that a task's constructor sets take precedence.
  void hint(std::function<TaskHints(TaskId)> hints);
  /// Creates the tasks of this process. Computes hints that are not set: longest path first; in
  /// graphs with cycles, tasks with edges to other processes first.
  void create(const Factory& factory);
  /// Creates each task as T(graph, id, arguments...).
  template <class T, class... Arguments>
    requires TaskOf<T, Arguments...>
  void create(const Arguments&... arguments) {
    create([&](TaskGraph& graph, TaskId id) -> std::unique_ptr<Task> {
      return std::make_unique<T>(graph, id, arguments...);
    });
  }

  // Running.

  /// Lets the tasks of this process run, on the other workers at once. Throws std::logic_error
  /// where the graph runs, or has not been created.
  void start();
  /// Runs until the tasks of this process have finished. Do not call it from within a task.
  void wait();
  void run() {
    start();
    wait();
  }

  // Results, after create() and while the graph does not run. Collective: all processes call the
  // same ones, of all graphs, in the same order.

  /// The sum of value() of all tasks, in every process: graph.sum(&Stencil::heat). Added up in the
  /// order of the ids, hence the same in each bit for any number of processes and workers.
  template <class T, Summable V>
  V sum(V (T::*value)() const);
  /// value() of all tasks, by their ids, in every process.
  template <class T, SendableInVector V>
  std::vector<V> gather(V (T::*value)() const);

  // The graph. Any thread.

  Runtime& runtime() const { return runtime_; }
  const Geometry& geometry() const { return geometry_; }
  int size() const { return geometry_.size(); }
  /// The targets and the sources of a task of this process, in ascending order; valid after
  /// create(). If all edges exist: every other task, beginning after the task itself.
  std::span<const TaskId> targets(TaskId task) const;
  std::span<const TaskId> sources(TaskId task) const;
  bool has_edge(TaskId from, TaskId to) const;
  /// The placement of the tasks; valid after create().
  const Placement& placement() const { return *placement_; }
  /// The tasks of this process, ascending.
  std::span<const std::unique_ptr<Task>> tasks() const { return tasks_; }
  /// "graph 1", or the name.
  const std::string& name() const { return name_; }
  std::string name_of(const Task& task) const override { return name_of(task.id()); }
  std::uint32_t number() const override { return number_; }
  std::string name_of(TaskId task) const;

  /// The graph in Graphviz's DOT language, and as an SVG picture. Call them after create().
  std::string dot() const;
  std::string svg() const;

  // For implementations of task kinds. Any thread may call these.

  /// Sets the noun for a task in messages; call it before create(). Default: "task".
  void call_tasks(std::string noun);
  /// Throws std::invalid_argument that names graph, tasks and layouts.
  void check_edge(TaskId from, TaskId to) const {
    if (!all_edges_ || to < 0 || to >= tasks_in_job_) [[unlikely]]
      check_listed_edge(from, to);
  }
  /// The route of messages to a task.
  Channel channel(TaskId destination);
  /// Adds edges that a part of the program declares while the graph runs: once for all tasks,
  /// `part` names it. Throws what the layout throws.
  void declare(const std::string& part, const Layout& layout, const Geometry& geometry);
  /// Whether an edge leads from the task to another process.
  bool feeds_other_process(TaskId task, const Layout& layout, const Geometry& geometry) const;
  /// Gives a message of this process to one of its tasks: counted, traced, injected.
  void hand_over(Task& destination, Message* message, int copies);
  /// Sends to another process; see Messenger::send().
  bool send(ProcessId process, Header header, PayloadSource& source, SendMode mode,
            SendCompletion* completion, bool pooled = true);
  /// Makes a suspended task ready, whose last need a message has met; see FiringRule.
  void fire(Task& task, MessageId by);
  /// Ends the job because of the task, which the text follows: "it has finished, and …".
  [[noreturn]] void fail(const Task& task, const std::string& what);
  /// The thread count to construct tasks' locks with.
  Threads threads() const { return threads_; }

 private:
  friend class RunningGraphs;
  friend class Task;  // graph()
  /// A message from another process for a run that has not begun yet.
  struct Delivery {
    std::uint32_t run = 0;     ///< the one that has begun last
    bool catching_up = false;  ///< older messages are not injected yet
    std::vector<Message*> early;
  };
  class Collector;
  /// A value of each task.
  struct Collection {
    std::span<const std::byte> mine;  ///< of this process's tasks
    std::span<std::byte> all;         ///< of all tasks, by ids; in process 0
    std::span<std::byte> result;
    std::function<void()> reduce = [] {};  ///< in process 0: from all to result
  };

  TaskGraph(Runtime& runtime, Geometry geometry, std::string name);

  void collect(const char* call, const Collection& collection);
  void check_collection(const char* call) const;
  [[noreturn]] void refuse_class(const char* call, const Task& task) const;
  template <class T, class V>
  std::vector<V> local_values(const char* call, V (T::*value)() const) const;

  void finished(Task& task) override;
  std::size_t stack_bytes() const override { return runtime_.options().stack_bytes; }
  void deliver(Message* message);
  /// `begun`: the run that has begun last.
  void inject(Message* message, std::uint32_t begun);
  void inject_early();
  std::optional<std::string> describe_unfinished() const;
  /// Throws where the graph has been created.
  void check_building(const char* call) const;
  void list_edges();
  DrawnGraph drawn() const;
  void fill_open_hints();
  std::span<const TaskId> listed(const TaskLists& lists, TaskId task) const;
  std::size_t index_of(TaskId task) const;
  void check_listed_edge(TaskId from, TaskId to) const;
  [[noreturn]] void refuse_target(TaskId from, TaskId to) const;
  std::size_t mapping_bytes() const;

  Runtime& runtime_;
  Engine& engine_;
  Messenger& messenger_;
  const Threads threads_;
  const Geometry geometry_;
  const int tasks_in_job_;
  std::uint32_t number_ = 0;
  std::string name_, noun_ = "task";

  std::vector<std::unique_ptr<Layout>> layouts_;
  EdgeList* added_edges_ = nullptr;  ///< one of the layouts
  std::optional<Placement> placement_;
  std::function<TaskHints(TaskId)> hints_;
  bool all_edges_ = true;
  TaskLists targets_, sources_;   ///< of the tasks here
  std::vector<TaskId> everyone_;  ///< twice in a row, where all edges are there
  std::unique_ptr<MappingTable> mapping_;
  struct Declared;
  std::unique_ptr<Declared> declared_;

  std::vector<std::unique_ptr<Task>> tasks_;
  std::atomic<int> unfinished_{0};
  std::atomic<bool> runs_{false};  ///< from start() to the end of wait()
  std::uint32_t run_ = 0;
  Guarded<Delivery> delivery_;
};

template <class T, class V>
std::vector<V> TaskGraph::local_values(const char* call, V (T::*value)() const) const {
  check_collection(call);
  std::vector<V> values;
  values.reserve(tasks_.size());
  for (const auto& task : tasks_) {
    const auto* typed = dynamic_cast<const T*>(task.get());
    if (typed == nullptr) refuse_class(call, *task);
    values.push_back((typed->*value)());
  }
  return values;
}

template <class T, Summable V>
V TaskGraph::sum(V (T::*value)() const) {
  const std::vector<V> mine = local_values("sum()", value);
  std::vector<V> all(runtime_.process() == 0 ? static_cast<std::size_t>(size()) : 0);
  V sum{};
  collect("sum()", {.mine = std::as_bytes(std::span(mine)),
                    .all = std::as_writable_bytes(std::span(all)),
                    .result = std::as_writable_bytes(std::span(&sum, 1)),
                    .reduce = [&] {
                      for (const V& each : all) sum = sum + each;
                    }});
  return sum;
}

template <class T, SendableInVector V>
std::vector<V> TaskGraph::gather(V (T::*value)() const) {
  const std::vector<V> mine = local_values("gather()", value);
  std::vector<V> all(static_cast<std::size_t>(size()));
  const auto bytes = std::as_writable_bytes(std::span(all));
  collect("gather()", {.mine = std::as_bytes(std::span(mine)), .all = bytes, .result = bytes});
  return all;
}

inline TaskGraph& Task::graph() const {
  return static_cast<TaskGraph&>(owner_);
}

}  // namespace bamboo
