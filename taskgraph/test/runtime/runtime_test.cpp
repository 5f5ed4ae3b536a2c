// SPDX-License-Identifier: Apache-2.0
// Several graphs in a job, built once and run again; bad use of them.
#include "bamboo/taskgraph/runtime.h"

#include <gtest/gtest.h>

#include <complex>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/scripted.h"
#include "test/support/stencil.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

constexpr int tasks = 10, cells = 6, steps = 30;

class Quiet final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override { finish(); }
};

/// A task that is worth something.
class Worth final : public DataTask {
 public:
  Worth(TaskGraph& graph, TaskId id, double first)
      : DataTask(graph, id), value_(first / (id + 1)) {}
  double value() const { return value_; }
  std::complex<float> complex() const noexcept { return {static_cast<float>(id()), 1}; }

 protected:
  void run() override {
    value_ += 1;
    finish();
  }

 private:
  double value_;
};

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

std::vector<TaskId> list(std::span<const TaskId> ids) {
  return {ids.begin(), ids.end()};
}

}  // namespace

TEST(Runtime, GraphsRunAgainAndOneAfterAnother) {
  const std::vector<double> expected = serial_heat(tasks * cells, steps);
  for (const int workers : {1, 2, 4}) {
    Runtime runtime(with_workers(workers));
    EXPECT_EQ(Runtime::current(), &runtime);
    for (int n = 0; n < 3; ++n) {
      TaskGraph graph(runtime, tasks);
      graph.add_layout(predefined_layout("NearestNeighbor", {}));
      std::vector<double> result(tasks * cells);
      graph.create<HeatTask>(cells, steps, result.data());
      for (int run = 0; run < 3; ++run) {
        result.assign(result.size(), -1);
        graph.run();
        EXPECT_EQ(result, expected) << "graph " << n << ", run " << run;
      }
    }
  }
  EXPECT_EQ(Runtime::current(), nullptr);
}

TEST(Runtime, GraphsRunAtTheSameTime) {
  const std::vector<double> expected = serial_heat(tasks * cells, steps);
  for (const int workers : {1, 2, 4}) {
    Runtime runtime(with_workers(workers));
    std::vector<double> first(tasks * cells), second(tasks * cells);
    TaskGraph a(runtime, tasks), b(runtime, tasks);
    a.create<HeatTask>(cells, steps, first.data());
    b.create<HeatTask>(cells, steps, second.data());
    a.start();
    b.start();
    b.wait();
    a.wait();
    EXPECT_EQ(first, expected);
    EXPECT_EQ(second, expected);
  }
}

TEST(Runtime, AGraphListsTheEdgesOfItsTasks) {
  Runtime runtime(with_workers(1));
  TaskGraph ring(runtime, 4), all(runtime, 4);
  ring.add_layout(predefined_layout("OneNeighborForward", {}));
  ring.create<Quiet>();
  all.create<Quiet>();
  EXPECT_EQ(list(ring.targets(1)), std::vector{2});
  EXPECT_EQ(list(ring.sources(2)), std::vector{1});
  EXPECT_EQ(list(all.targets(2)), (std::vector{3, 0, 1}));
  EXPECT_TRUE(all.has_edge(0, 3));
  EXPECT_FALSE(all.has_edge(0, 4));
  EXPECT_NE(ring.dot().find("1 -> 2"), std::string::npos) << ring.dot();
}

TEST(Runtime, EdgesAreAddedOneByOne) {
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 4);
  graph.add_edge(0, 3);
  graph.add_edge(2, 1);
  graph.add_edge(0, 1);
  graph.add_edge(0, 3);
  EXPECT_EQ(refusal([&] { graph.add_edge(3, 4); }),
            "graph 0: an edge from task 3 to task 4, but there are 4 tasks");
  EXPECT_EQ(refusal([&] { graph.add_edge(-1, 2); }),
            "graph 0: an edge from task -1 to task 2, but there are 4 tasks");
  graph.create<Quiet>();
  EXPECT_EQ(refusal([&] { graph.add_edge(1, 2); }), "graph 0: add_edge() after create()");
  EXPECT_EQ(refusal([&] { graph.hint([](TaskId) { return TaskHints{}; }); }),
            "graph 0: hint() after create()");
  EXPECT_EQ(list(graph.targets(0)), (std::vector{1, 3}));
  EXPECT_EQ(list(graph.sources(1)), (std::vector{0, 2}));
  EXPECT_FALSE(graph.has_edge(1, 0));
  EXPECT_EQ(refusal([&] { graph.check_edge(1, 0); }),
            "task 1 sends to task 0 along no edge of add_edge()");
}

TEST(Runtime, ALayoutThatLeadsNowhereIsAnError) {
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 3);
  EdgeList edges;
  edges.add(1, 3);
  graph.add_layout(std::make_unique<EdgeList>(edges));
  EXPECT_EQ(refusal([&] { graph.create<Quiet>(); }),
            "task 1 sends to task 3, but there are 3 tasks");
}

TEST(Runtime, HintsOfTheProgramGoBeforeComputedOnes) {
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 4);
  graph.add_edge(0, 1, {.priority = 5});
  graph.add_edge(1, 2);
  graph.hint(
      [](TaskId id) { return TaskHints{.priority = 10 * id, .cost = 1.0 + id, .affinity = 1}; });
  graph.create([](TaskGraph& created, TaskId id) {
    auto task = std::make_unique<Quiet>(created, id);
    if (id == 2) task->hints() = {.priority = -3, .cost = 100.0};
    return task;
  });
  const auto made = graph.tasks();
  EXPECT_EQ(made[0]->hints().priority, 5) << "open, and raised by its edge";
  EXPECT_EQ(made[1]->hints().priority, 10);
  EXPECT_EQ(made[2]->hints().priority, -3) << "what a task says itself goes before";
  EXPECT_EQ(made[2]->hints().affinity, 1);
  EXPECT_EQ(made[0]->hints().path->length, 1.0 + 2.0 + 100.0);
}

TEST(Runtime, ValuesOfTasksAreAddedUpInTheOrderOfTheirIds) {
  double expected = 0;
  for (TaskId id = 0; id < tasks; ++id) expected += 0.1 / (id + 1) + 1;
  for (const int workers : {1, 2, 4}) {
    Runtime runtime(with_workers(workers));
    TaskGraph graph(runtime, tasks), later(runtime, 1);
    graph.create<Worth>(0.1);
    graph.run();
    EXPECT_EQ(graph.sum(&Worth::value), expected);
    EXPECT_EQ(graph.sum(&Worth::complex), std::complex<float>(45, 10));
    EXPECT_EQ(graph.sum(&Task::id), 45);
    EXPECT_EQ(graph.gather(&Task::id)[7], 7);
    EXPECT_EQ(graph.gather(&Worth::value)[9], 0.1 / 10 + 1);
    EXPECT_EQ(later.name(), "graph 1");
    EXPECT_EQ(TaskGraph(runtime, 1).name(), "graph 2") << "a sum is no graph of the program";
  }
}

TEST(Runtime, BadUseIsAnErrorThatNamesTheGraph) {
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 3), named(runtime, 3);
  named.set_name("heat");
  EXPECT_EQ(refusal([&] { graph.start(); }), "graph 0 is started before create()");
  EXPECT_EQ(refusal([&] { graph.dot(); }), "graph 0 is drawn before create()");
  EXPECT_EQ(refusal([&] { graph.sum(&Quiet::id); }), "graph 0: sum() before create()");
  graph.create<Quiet>();
  EXPECT_EQ(refusal([&] { graph.sum(&Worth::value); }),
            "graph 0: sum() of a class of which task 0 is not");
  EXPECT_EQ(refusal([&] { graph.create<Quiet>(); }), "graph 0 is created twice");
  EXPECT_EQ(refusal([&] { graph.wait(); }), "graph 0: wait() without start()");
  graph.start();
  EXPECT_EQ(refusal([&] { graph.start(); }), "graph 0 is started while it runs");
  EXPECT_EQ(refusal([&] { graph.gather(&Quiet::id); }), "graph 0: gather() while it runs");
  graph.wait();
  EXPECT_EQ(refusal([&] { named.start(); }), "heat is started before create()");
  EXPECT_EQ(refusal([&] { Runtime another(with_workers(1)); }),
            "this process has a Runtime already");
}

TEST(Runtime, CommunicatorsThatHaveNoTransportAreRefused) {
  const Communicator virtual_ranks(static_cast<MPI_ABI_Comm*>(nullptr));
  const Communicator open_mpi(static_cast<ompi_communicator_t*>(nullptr));
  EXPECT_EQ(
      refusal([&] { Runtime runtime(virtual_ranks, with_workers(1)); }),
      "a Runtime on a communicator of MPI's standard ABI: compile the program for Open MPI or "
      "MPICH, not for mode tasks, whose ranks are tasks themselves, nor for libmpi_abi");
  RuntimeOptions nowhere = with_workers(1);
  nowhere.module_folder = "/nowhere";
  EXPECT_THROW(Runtime(open_mpi, nowhere), std::runtime_error);
  EXPECT_NO_THROW(Runtime(with_workers(1))) << "nothing is left of them";
}

TEST(Runtime, ThatOfTheWholeJobIsAlone) {
  const Runtime runtime(with_workers(1));
  EXPECT_EQ(
      refusal([] { Runtime another(static_cast<ompi_communicator_t*>(nullptr), with_workers(1)); }),
      "this process has a Runtime of the whole job already: make that one on a communicator, "
      "too");
}

TEST(RuntimeDeathTest, AGraphThatRunsIsNotDestroyed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto forget = [] {
    Runtime runtime(with_workers(1));
    TaskGraph graph(runtime, 3);
    graph.create<Quiet>();
    graph.start();
  };
  EXPECT_EXIT(forget(), testing::ExitedWithCode(exit_task_failed),
              "graph 0 ends while it runs: call wait\\(\\)");
}

TEST(RuntimeDeathTest, OneOfSeveralTasksDoesNotRunAlone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto start = [](bool may_run_alone) {
    setenv("SLURM_NTASKS", "4", 1);
    RuntimeOptions options = with_workers(1);
    options.may_run_alone = may_run_alone;
    Runtime runtime(options);
    std::exit(0);
  };
  EXPECT_EXIT(start(false), testing::ExitedWithCode(exit_task_failed),
              "SLURM speaks of 4 tasks.*(\n.*)*bamboo run -n 4");
  EXPECT_EXIT(start(true), testing::ExitedWithCode(0), "");
}

TEST(RuntimeDeathTest, AWaitWithinATaskEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto nested = [] { run_scripts(1, {{.run = [](Scripted& me) { me.graph().wait(); }}}); };
  EXPECT_EXIT(nested(), testing::ExitedWithCode(exit_task_failed),
              "task 0 failed: graph 0: wait\\(\\) within a task would stop its worker");
}
