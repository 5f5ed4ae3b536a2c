// SPDX-License-Identifier: Apache-2.0
// C = A B as a graph of tasks (Thyme, section 3, MMULT): a task multiplies a panel of A by one of B
// and passes A on to the right and B down. All products are one graph: panels travel for the next
// product while the last one is computed.
#include <bamboo/taskgraph.h>
#include <bamboo/taskgraph/edge_list.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../cannon/blocks.h"

using namespace bamboo;

namespace {

enum { PANELS = 2 };  // of a block
enum Tag { FROM_LEFT, FROM_ABOVE, TURN };

/// The grid of blocks of C, and the order of the panels whose products each block adds up. A
/// product has `side` steps; in each step the tasks of a block multiply all of its panels.
class Steps {
 public:
  Steps(int processes_side, int blocks)
      : side_(processes_side * blocks),
        steps_(side_ * option.iterations),
        tasks_({side_, side_, steps_ * PANELS}, {true, true, false}),
        placement_(Placement::block_cyclic(
            tasks_, Geometry({processes_side, processes_side, 1}, {true, true, false}),
            {blocks, blocks, steps_ * PANELS})) {}

  int side() const { return side_; }
  const Geometry& tasks() const { return tasks_; }
  const Placement& placement() const { return placement_; }
  int tasks_of_product() const { return side_ * PANELS; }
  bool begins_product(TaskId task) const { return number_of(task) % tasks_of_product() == 0; }
  bool has_panels(TaskId task) const { return number_of(task) < PANELS; }
  TaskId block_of(TaskId task) const { return task - number_of(task); }
  bool ends_block(TaskId task) const { return number_of(task) == tasks_.extent(2) - 1; }
  /// The tasks that may begin after this one. The first task of a product writes C, and the others
  /// add to it, so it waits for the previous product.
  std::vector<TaskId> turns(TaskId task) const {
    std::vector<TaskId> waiting;
    const TaskId first = task - number_of(task) % tasks_of_product();
    for (int n = 1; task == first && n < tasks_of_product(); ++n) waiting.push_back(first + n);
    const TaskId next = tasks_.neighbour(first, 2, tasks_of_product());
    if (next >= 0) waiting.push_back(next);
    return waiting;
  }
  /// Returns the task of the same block that multiplies the same panels next, if that is in the
  /// first step of a product; -1 if these panels are not needed here again.
  TaskId keeper(TaskId task) const {
    return step_of(task) % side_ == side_ - 1 ? tasks_.neighbour(task, 2, PANELS) : -1;
  }
  /// Returns the task that gets the panels along an axis; -1 if there is none, or if they were sent
  /// when they arrived here.
  TaskId receiver(TaskId task, int axis) const {
    const bool last = step_of(task) % side_ == side_ - 1, first = step_of(task) % side_ == 0;
    if (side_ == 1 || (first && step_of(task) > 0)) return -1;
    const TaskId later = tasks_.neighbour(task, 2, last ? 2 * PANELS : PANELS);
    return later < 0 || !option.communicate ? later : tasks_.neighbour(later, axis, 1);
  }

 private:
  int number_of(TaskId task) const { return task % tasks_.extent(2); }
  int step_of(TaskId task) const { return number_of(task) / PANELS; }

  const int side_, steps_;
  const Geometry tasks_;
  const Placement placement_;
};

/// A block of C, and the panels of A and B with which it begins.
struct Block {
  blocks place;
  std::vector<double> C;
  Buffer A[PANELS], B[PANELS];

  Block(int n, int row, int column, int side)
      : place(choose_blocks(n, row, column, (row + column) % side)), C(place.elements) {
    std::vector<double> all_A(C.size()), all_B(C.size());
    fill(&place, all_A.data(), all_B.data());
    const int width = n / PANELS;
    for (int p = 0; p < PANELS; ++p) {
      A[p] = Buffer::of<double>(C.size() / PANELS);
      B[p] = Buffer::copy_of(std::span(all_B).subspan(p * C.size() / PANELS, C.size() / PANELS));
      for (int i = 0; i < n; ++i)
        std::copy_n(&all_A[std::size_t(i) * n + p * width], width,
                    &A[p].as<double>()[std::size_t(i) * width]);
    }
  }
};

class Multiply final : public DataTask {
 public:
  Multiply(TaskGraph& graph, TaskId id, const Steps& steps, Block& block, const double& seconds)
      : DataTask(graph, id), steps_(steps), block_(block), seconds_(seconds) {
    // Only one worker at a time adds to a block.
    const int number = steps.block_of(id) / steps.tasks().extent(2);
    pinned_worker = number % graph.runtime().options().workers;
  }

  // Returns the checksum of the block, from its last task.
  double checksum() const { return ends_block() ? ::checksum(&block_.place, block_.C.data()) : 0; }
  long wrong() const {
    if (!ends_block()) return 0;
    const blocks& place = block_.place;
    return option.communicate
               ? count_wrong(&place, block_.C.data(), 0, option.size, 1)
               : count_wrong(&place, block_.C.data(), place.start, place.n, steps_.side());
  }
  /// The time for which the process of this task has run.
  double seconds() const { return seconds_; }

  void init() override {
    const bool begins = steps_.begins_product(id()), has_panels = steps_.has_panels(id());
    if (begins && has_panels) return;
    Rule rule = Rule::count(begins ? steps_.tasks_of_product() : 1, TURN);
    if (!has_panels)
      rule = std::move(rule) && Rule::count(1, FROM_LEFT) && Rule::count(1, FROM_ABOVE);
    needs(std::move(rule));
  }

 protected:
  void run() override {
    while (take(any, TURN)) {
    }
    Buffer A = panel(FROM_LEFT, block_.A), B = panel(FROM_ABOVE, block_.B);
    const int n = block_.place.n, width = n / PANELS;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, width, 1.0, A.as<double>().data(),
                width, B.as<double>().data(), n, steps_.begins_product(id()) ? 0 : 1,
                block_.C.data(), n);
    pass_on(std::move(A), FROM_LEFT, 1);
    pass_on(std::move(B), FROM_ABOVE, 0);
    for (const TaskId task : steps_.turns(id())) put_value(task, TURN, 0);
    finish();
  }

 private:
  Buffer panel(Tag tag, Buffer (&own)[PANELS]) {
    return steps_.has_panels(id()) ? std::move(own[id() % PANELS]) : take(any, tag)->take_buffer();
  }
  /// A moves along the rows, B along the columns.
  void pass_on(Buffer&& panel, Tag tag, int axis) {
    const TaskId keeper = steps_.keeper(id()), receiver = steps_.receiver(id(), axis);
    if (receiver >= 0 && keeper >= 0) put(receiver, tag, panel.as<double>());
    if (keeper >= 0 || receiver >= 0) put(keeper >= 0 ? keeper : receiver, tag, std::move(panel));
  }
  bool ends_block() const { return steps_.ends_block(id()); }

  const Steps& steps_;
  Block& block_;
  const double& seconds_;
};

std::unique_ptr<Layout> edges(const Steps& steps) {
  auto edges = std::make_unique<EdgeList>("Panels");
  for (TaskId task = 0; task < steps.tasks().size(); ++task) {
    std::vector<TaskId> targets = steps.turns(task);
    for (const TaskId to : {steps.receiver(task, 0), steps.receiver(task, 1), steps.keeper(task)})
      if (to >= 0) targets.push_back(to);
    for (const TaskId to : targets) edges->add(task, to);
  }
  return edges;
}

int multiply(Runtime& runtime, int processes_side) {
  const Steps steps(processes_side, option.blocks);
  const int n = option.size / steps.side();
  double seconds = 0;
  std::map<TaskId, Block> blocks;
  TaskGraph graph(runtime, steps.tasks());
  graph.add_layout(edges(steps));
  graph.place(steps.placement());
  graph.create([&](TaskGraph& owner, TaskId id) {
    const std::vector<int> at = steps.tasks().coordinates(id);
    Block& block =
        blocks.try_emplace(steps.block_of(id), n, at[0], at[1], steps.side()).first->second;
    return std::make_unique<Multiply>(owner, id, steps, block, seconds);
  });
  if (!option.hints)
    for (const auto& task : graph.tasks()) task->hints() = {};

  barrier(runtime);
  const auto begin = std::chrono::steady_clock::now();
  graph.run();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  const std::string side = std::to_string(steps.side());
  const std::string parts = side + " x " + side + " blocks of tasks in " +
                            std::to_string(runtime.processes()) + " processes";
  return print_report("mmult", parts.c_str(), graph.sum(&Multiply::checksum),
                      graph.sum(&Multiply::wrong), reduce(graph, &Multiply::seconds, Maximum()));
}

/// Returns -1 to continue, else the exit code.
int check(int processes_side) {
  if (processes_side * processes_side != program.size)
    return refuse("the number of ranks must be a square, it is %d", program.size);
  const int side = processes_side * option.blocks;
  if (const int status = check_size(side); status >= 0) return status;
  if (option.size / side % PANELS == 0) return -1;
  return refuse("the %d rows of a block are not a multiple of %d panels", option.size / side,
                PANELS);
}

}  // namespace

int main(int argc, char** argv) {
  Runtime runtime;
  program.name = "mmult_tasks";
  program.rank = runtime.process();
  program.size = runtime.processes();
  option.blocks = 1;
  option.hints = 1;
  use_one_blas_thread();
  const int side = static_cast<int>(std::lround(std::sqrt(program.size)));
  int status = parse_options(argc, argv);
  if (status < 0) status = check(side);
  return status >= 0 ? status : multiply(runtime, side);
}
