// SPDX-License-Identifier: Apache-2.0
// Collective calls of the tasks of one process. Over several: random_graph_test, graph_job.
#include "bamboo/taskgraph/collectives.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/scripted.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

constexpr int tasks = 11;

/// All tasks have the same script.
void run_all(const Scripted::Run& init, const Scripted::Run& run, int workers = 2) {
  run_scripts(workers, std::vector<Scripted::Script>(tasks, {.run = run, .init = init}));
}

/// All tasks make one call in init(), and `check` gets the future in the only run.
template <class F>
void call_and_check(const std::function<F(Scripted&)>& call,
                    const std::function<void(Scripted&, const F&)>& check) {
  std::vector<F> futures(tasks);
  std::atomic<int> checked{0};
  run_all(
      [&](Scripted& me) {
        futures[me.id()] = call(me);
        me.needs(futures[me.id()]);
      },
      [&](Scripted& me) {
        EXPECT_TRUE(futures[me.id()].ready());
        check(me, futures[me.id()]);
        ++checked;
        me.finish();
      });
  EXPECT_EQ(checked, tasks);
}

}  // namespace

TEST(CollectiveCalls, ReduceToASum) {
  call_and_check<Future<int>>([](Scripted& me) { return me.reduce(me.id()); },
                              [](Scripted&, const auto& sum) { EXPECT_EQ(sum.get(), 55); });
}

TEST(CollectiveCalls, ReduceByAnOperation) {
  call_and_check<Future<double>>(
      [](Scripted& me) { return me.reduce(0.5 * me.id(), Maximum()); },
      [](Scripted&, const auto& largest) { EXPECT_EQ(largest.get(), 5); });
  call_and_check<Future<int>>(
      [](Scripted& me) { return me.reduce(me.id(), [](int a, int b) { return a | b; }); },
      [](Scripted&, const auto& bits) { EXPECT_EQ(bits.get(), 15); });
}

TEST(CollectiveCalls, ReduceARangeElementByElement) {
  call_and_check<Future<std::span<const int>>>(
      [](Scripted& me) { return me.reduce(std::vector<int>{me.id(), 1, -me.id()}, Minimum()); },
      [](Scripted&, const auto& all) {
        EXPECT_EQ(std::vector(all.get().begin(), all.get().end()), (std::vector<int>{0, 1, -10}));
      });
}

TEST(CollectiveCalls, BroadcastTheValueOfTheRoot) {
  call_and_check<Future<int>>([](Scripted& me) { return me.broadcast(3, 100 + me.id()); },
                              [](Scripted&, const auto& value) { EXPECT_EQ(value.get(), 103); });
  call_and_check<Future<std::span<const float>>>(
      [](Scripted& me) {
        return me.broadcast(4, std::vector<float>(me.id() == 4 ? 1000 : 0, 7.f));
      },
      [](Scripted&, const auto& values) {
        EXPECT_EQ(std::accumulate(values.get().begin(), values.get().end(), 0.f), 7000);
      });
}

TEST(CollectiveCalls, ABroadcastIsReadyWithoutTheOtherTasks) {
  std::vector<Scripted::Script> scripts(3);
  Future<int> got;
  scripts[0].run = [](Scripted& me) {  // the root: does not wait
    me.broadcast(0, 5);
    me.finish();
  };
  scripts[1].init = [&](Scripted& me) {
    got = me.broadcast<int>(0);
    me.needs(got);
  };
  scripts[1].run = [&](Scripted& me) {
    EXPECT_EQ(got.get(), 5);
    me.put_value(2, 0, 0);
    me.finish();
  };
  scripts[2].init = [](Scripted& me) { me.needs(1); };
  scripts[2].run = [](Scripted& me) {  // makes the call when the others have got the value
    me.take();
    me.needs(me.broadcast<int>(0));
    me.finish();
  };
  run_scripts(1, scripts);
}

TEST(CollectiveCalls, ABarrierWaitsForAll) {
  std::atomic<int> here{0};
  call_and_check<Future<void>>(
      [&](Scripted& me) {
        ++here;
        return me.barrier();
      },
      [&](Scripted&, const auto&) { EXPECT_EQ(here, tasks); });
}

TEST(CollectiveCalls, AreRulesBesideMessages) {
  std::vector<Future<int>> sums(tasks);
  run_all(
      [&](Scripted& me) {
        me.put_value((me.id() + 1) % tasks, 1, me.id());
        sums[me.id()] = me.reduce(1);
        me.needs(Rule::count(1, 1) && sums[me.id()]);
      },
      [&](Scripted& me) {
        EXPECT_EQ(sums[me.id()].get(), tasks);
        EXPECT_EQ(me.take()->values<int>()[0], (me.id() + tasks - 1) % tasks);
        EXPECT_EQ(me.take(), nullptr);
        me.finish();
      });
}

TEST(CollectiveCalls, DoNotCountAsMessages) {
  run_scripts(2, {{.run =
                       [](Scripted& me) {
                         if (me.runs == 1) return me.needs(1);  // not met by the barrier
                         EXPECT_EQ(me.take()->tag(), 0);
                         me.finish();
                       },
                   .init =
                       [](Scripted& me) {
                         me.barrier();
                         me.needs(0);
                       }},
                  {.run = [](Scripted& me) {
                    if (me.runs == 1) return me.needs(me.barrier());
                    me.put_value(0, 0, 0);
                    me.finish();
                  }}});
}

TEST(CollectiveCalls, MayBeUnderWayAtTheSameTime) {
  constexpr int calls = 20;
  std::vector<std::vector<Future<int>>> futures(tasks);
  run_all(
      [&](Scripted& me) {
        for (int n = 0; n < calls; ++n) futures[me.id()].push_back(me.reduce(n));
        me.needs(futures[me.id()][calls - 1] && Rule(futures[me.id()][0]));
      },
      [&](Scripted& me) {
        for (int n = 0; n < calls; ++n) EXPECT_EQ(futures[me.id()][n].get(), n * tasks);
        me.finish();
      },
      4);
}

TEST(CollectiveCalls, ATaskThatFinishesStaysUntilItsResultsAreHere) {
  std::vector<Future<int>> sums(tasks);
  run_all([](Scripted&) {},
          [&](Scripted& me) {
            EXPECT_EQ(me.runs, 1);
            sums[me.id()] = me.reduce(me.id());
            me.finish();
          });
  for (const auto& sum : sums) EXPECT_EQ(sum.get(), 55);
}

TEST(Future, ThrowsBeforeItsValueIsHere) {
  const Future<int> none;
  EXPECT_FALSE(none.ready());
  EXPECT_THROW(none.get(), std::logic_error);
  EXPECT_THROW(static_cast<void>(Rule(none)), std::logic_error);
  std::atomic<int> thrown{0};
  run_scripts(1, std::vector<Scripted::Script>(2, {.run = [&](Scripted& me) {
                                                 const auto sum = me.reduce(1);
                                                 if (!sum.ready()) {
                                                   EXPECT_THROW(sum.get(), std::logic_error);
                                                   ++thrown;
                                                 }
                                                 me.finish();
                                               }}));
  EXPECT_EQ(thrown, 1);  // the second task completes the sum
}

TEST(CollectiveCallsDeathTest, DifferentCallsEndTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto both = [](const Scripted::Run& first, const Scripted::Run& second) {
    const auto ends = [](const Scripted::Run& call) {
      return Scripted::Script{.run = [call](Scripted& me) {
        call(me);
        me.finish();
      }};
    };
    run_scripts(1, {ends(first), ends(second)});
  };
  const auto exits = testing::ExitedWithCode(exit_task_failed);
  EXPECT_EXIT(both([](Scripted& me) { me.barrier(); }, [](Scripted& me) { me.reduce(1.0); }), exits,
              "collective call 1 of task . is .*a reduction of 8 bytes of double \\(8 bytes\\)");
  EXPECT_EXIT(
      both([](Scripted& me) { me.reduce(1); }, [](Scripted& me) { me.reduce(1, Maximum()); }),
      exits, "all tasks make the same calls in the same order");
  EXPECT_EXIT(both([](Scripted& me) { me.reduce(std::vector<int>(2)); },
                   [](Scripted& me) { me.reduce(std::vector<int>(3)); }),
              exits, "reduction of 12 bytes of int");
  EXPECT_EXIT(
      both([](Scripted& me) { me.broadcast(0, 1); }, [](Scripted& me) { me.broadcast(1, 1); }),
      exits, "a broadcast of int \\(4 bytes\\) from task 1");
  EXPECT_EXIT(both([](Scripted& me) { me.broadcast(0, std::vector<int>()); },
                   [](Scripted& me) { me.broadcast<int>(0); }),
              exits, "a broadcast of a range of int \\(4 bytes\\) from task 0");
  EXPECT_EXIT(
      both([](Scripted& me) { me.broadcast(2, 1); }, [](Scripted& me) { me.broadcast(2, 1); }),
      exits, "a broadcast from task 2, but there are 2 tasks");
}

TEST(CollectiveCallsDeathTest, TheReportOfADeadlockNamesWhoIsMissing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto one_misses = [] {
    run_scripts(1, {{.run = [](Scripted& me) { me.needs(me.barrier()); }},
                    {.run = [](Scripted& me) { me.needs(1); }},
                    {.run = [](Scripted& me) {
                      me.barrier();
                      me.finish();
                    }}});
  };
  EXPECT_EXIT(
      one_misses(), testing::ExitedWithCode(exit_deadlock),
      "task 0 waits for the result of its collective call 1; call 1 is a barrier, which task "
      "1 has not made(.*\n)*task 2 has finished, and waits for results");
}

TEST(CollectiveCallsDeathTest, TheReportOfADeadlockNamesTheRootThatIsMissing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto root_misses = [] {
    run_scripts(1, {{.run = [](Scripted& me) { me.needs(me.broadcast<int>(2)); }},
                    {.run = [](Scripted& me) { me.needs(1); }},
                    {.run = [](Scripted& me) { me.needs(1); }}});
  };
  EXPECT_EXIT(root_misses(), testing::ExitedWithCode(exit_deadlock),
              "task 0 waits for the result of its collective call 1; call 1 is a broadcast of int "
              "\\(4 bytes\\) from task 2, which its root has not made\n");
}

namespace {

class Valued final : public DataTask {
 public:
  using DataTask::DataTask;
  int value() const { return 2 * id(); }

 protected:
  void run() override { finish(); }
};

}  // namespace

TEST(ReduceOfAGraph, HasTheValuesOfAllTasks) {
  Runtime runtime(with_workers(2));
  TaskGraph graph(runtime, tasks);
  EXPECT_THROW(reduce(graph, &Valued::value, Maximum()), std::logic_error);
  graph.create<Valued>();
  barrier(runtime);
  EXPECT_EQ(reduce(graph, &Valued::value, Maximum()), 20);
  graph.run();
  EXPECT_EQ(reduce(graph, &Valued::value, std::plus<>()), 110);
  graph.start();
  EXPECT_THROW(reduce(graph, &Valued::value, Maximum()), std::logic_error);
  graph.wait();
  TaskGraph next(runtime, 1);
  EXPECT_EQ(next.name(), "graph 1");  // those calls have taken no name
}
